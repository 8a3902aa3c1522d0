package org.ibassay.device.sma;

import static org.ibassay.wire.mad.Smp.M_KEY;

import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import org.ibassay.device.variant.NodeKind;
import org.jspecify.annotations.Nullable;

/// The ports of a node and their M_Key guards.
public final class Ports {
  private final NodeKind kind;
  private final List<Port> ports = new ArrayList<>();
  private final List<MKeyGuard> guards = new ArrayList<>();

  /// @param count number of ports, without a switch's port 0
  /// @param make creates a port from its number
  Ports(NodeKind kind, int count, MKeyRules mKeyRules, IntFunction<Port> make) {
    this.kind = kind;
    for (int number = first(); number <= count; number++) {
      Port port = make.apply(number);
      ports.add(port);
      if (number == first() || !areSwitch()) {
        guards.add(new MKeyGuard(port, mKeyRules));
      }
    }
  }

  boolean areSwitch() {
    return kind == NodeKind.SWITCH;
  }

  private int first() {
    return areSwitch() ? 0 : 1;
  }

  /// Number of ports, without a switch's port 0: NodeInfo:NumPorts.
  int count() {
    return ports.size() - 1 + first();
  }

  /// Returns a port by number; null if it does not exist.
  @Nullable Port of(int number) {
    int index = number - first();
    return index >= 0 && index < ports.size() ? ports.get(index) : null;
  }

  /// Returns the port with the LID of SMPs that the given port receives.
  Port addressed(int number) {
    return ports.get(areSwitch() ? 0 : number - 1);
  }

  /// Returns the guard of an existing port.
  MKeyGuard guardOf(int number) {
    return guards.get(areSwitch() ? 0 : number - 1);
  }

  /// Whether the response to a request may show the M_Key of a port.
  boolean showsKey(Transaction t, Port port) {
    MKeyGuard guard = guardOf(port.number());
    boolean matched =
        guard == guardOf(t.port()) ? t.keyMatched() : guard.matches(t, M_KEY.get(t.request(), 0));
    return guard.showsKey(matched);
  }

  List<Port> all() {
    return ports;
  }
}
