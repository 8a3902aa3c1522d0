package org.ibassay.device.deviation;

import static org.ibassay.device.variant.NodeKind.WITH_END_PORTS;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.ibassay.device.sma.Seams;
import org.ibassay.device.variant.NodeKind;
import org.ibassay.device.variant.SimParameter;

/// A deviation, and its effect at the seams of a conforming node.
///
/// @param name name in URIs: the subject, a dot, and the error
/// @param summary what the device does wrong, in one line
/// @param kinds kinds of node on which it is visible
/// @param given URI parameters without which it is not visible; a URI may override them
/// @param effect adds the deviation to the node's seams
public record DeviationSpec(
    String name,
    String summary,
    Set<NodeKind> kinds,
    Map<SimParameter, Long> given,
    Consumer<Seams> effect) {
  private static final int SOME_LID = 17;

  /// Copies the collections.
  public DeviationSpec {
    kinds = Set.copyOf(kinds);
    given = Map.copyOf(given);
  }

  static DeviationSpec of(
      String name, String summary, Set<NodeKind> kinds, Consumer<Seams> effect) {
    return new DeviationSpec(name, summary, kinds, Map.of(), effect);
  }

  /// Returns a copy for a node with this value of a parameter.
  DeviationSpec on(SimParameter parameter, long value) {
    Map<SimParameter, Long> more = new HashMap<>(given);
    more.put(parameter, value);
    return new DeviationSpec(name, summary, kinds, more, effect);
  }

  /// Returns a copy for a node that is reached by LID without forwarding.
  DeviationSpec onLid() {
    return new DeviationSpec(name, summary, WITH_END_PORTS, given, effect)
        .on(SimParameter.LID, SOME_LID);
  }
}
