package org.ibassay.runner;

import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.jspecify.annotations.Nullable;

/// The tester's own side of the cables. Where it is not as it was found, what a test saw says
/// nothing of the DUT.
///
/// A simulated link has no port that could go down.
final class TesterPorts {
  /// From here on a wait has become another one: more than a garbage collector or scheduler takes
  /// by right, and half of what the shortest lease leaves.
  private static final long MOST_HELD_UP_NANOS = 250_000_000;

  /// However impatient a user is with the DUT: of the tester's own port silence is an error.
  private static final long SECOND = 1_000_000_000;

  private static final String PURPOSE = "whether the tester's port is up";

  private final List<MadPort> ports;
  private final List<MadPort> real;
  private final List<PacketPort> packetPorts;

  TesterPorts(Dut dut) {
    ports = dut.madPorts();
    real = ports.stream().filter(port -> !port.isSimulated()).toList();
    packetPorts = dut.packetPort().stream().toList();
  }

  /// Why nothing can be said of the DUT through these ports, or null.
  @Nullable String trouble() throws InterruptedException {
    try {
      for (MadPort port : real) {
        String down = down(port);
        if (down != null) {
          return down;
        }
      }
      return null;
    } catch (LinkException e) {
      return e.getMessage();
    }
  }

  /// Whether the ports themselves answer. A simulated fabric has tester and DUT in one process:
  /// both die together.
  boolean answer() throws LinkException, InterruptedException {
    for (MadPort port : real) {
      if (own(port) == null) {
        return false;
      }
    }
    return true;
  }

  private static Smps.@Nullable Answer own(MadPort port)
      throws LinkException, InterruptedException {
    Timing patience = port.timing().withTimeout(Math.max(port.timing().timeoutNanos(), SECOND));
    return new Smps(port, PURPOSE, patience).get(Route.SELF, Attribute.PORT_INFO, 0, 0);
  }

  private @Nullable String down(MadPort port) throws LinkException, InterruptedException {
    Smps.Answer info = own(port);
    if (info == null) {
      return "the tester's own " + name(port) + " does not answer SubnGet(PortInfo) any more";
    }
    long state = info.get(PortInfo.PORT_STATE);
    return info.isOk() && state == PortState.DOWN
        ? "the tester's own %s is down (PortState %d, PortPhysicalState %d): is it still cabled?"
            .formatted(name(port), state, info.get(PortInfo.PORT_PHYSICAL_STATE))
        : null;
  }

  private String name(MadPort port) {
    return ports.size() == 1
        ? "port"
        : "port (number %d of the DUT URI)".formatted(ports.indexOf(port) + 1);
  }

  /// Starts to watch whether the tester is there.
  void watch() {
    ports.forEach(port -> port.holdUps().forget());
    packetPorts.forEach(port -> port.holdUps().forget());
  }

  /// Why time that was taken since [#watch] says nothing of the DUT, or null.
  @Nullable String absence() {
    long longest = 0;
    for (MadPort port : ports) {
      longest = Math.max(longest, port.holdUps().longest());
    }
    for (PacketPort port : packetPorts) {
      longest = Math.max(longest, port.holdUps().longest());
    }
    return longest < MOST_HELD_UP_NANOS
        ? null
        : "the tester stalled for %d ms during a timed step (a busy machine?); the result was discarded"
            .formatted(longest / 1_000_000);
  }
}
