package org.ibassay.runner;

import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.umad.LibraryExit;
import org.ibassay.runner.state.Smps;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;
import org.jspecify.annotations.Nullable;

/// The tester's ends of the cables. If their state has changed, a test's observations say nothing
/// about the DUT.
///
/// A simulated link has no port that could go down.
final class TesterPorts {
  /// The longest stall that leaves a timed step valid: more than garbage collection or scheduling
  /// normally takes, and half of what the shortest lease leaves.
  private static final long LONGEST_STALL_NANOS = 250_000_000;

  /// The timeout for the tester's own port, whose silence is an error, regardless of the user's
  /// settings for the DUT.
  private static final long SECOND = 1_000_000_000;

  private static final int MOST_SILENCES = 2;

  private static final String PURPOSE = "whether the tester's port is up";

  private final List<MadPort> ports;
  private final List<MadPort> real;
  private final List<PacketPort> packetPorts;
  private final int mostSilences;
  private int silences;

  TesterPorts(Dut dut) {
    ports = dut.madPorts();
    real = ports.stream().filter(port -> !port.isSimulated()).toList();
    packetPorts = dut.packetPort().stream().toList();
    mostSilences = dut.restart().isPresent() ? Integer.MAX_VALUE : MOST_SILENCES;
  }

  /// Why these ports do not allow statements about the DUT, or null. A port that has not answered
  /// twice in a row is not asked again, unless a restart may bring it back.
  @Nullable String trouble() throws InterruptedException {
    try {
      for (MadPort port : real) {
        String down = silences < mostSilences ? down(port) : silent(port);
        if (down != null) {
          return down;
        }
      }
      silences = 0;
      return null;
    } catch (LinkException e) {
      return e.getMessage();
    }
  }

  /// Whether the ports themselves respond. If tester and DUT are simulated in one process, both
  /// stop together.
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
      silences++;
      LibraryExit.suspect();
      return silent(port);
    }
    long state = info.get(PortInfo.PORT_STATE);
    return info.isOk() && state == PortState.DOWN
        ? "the tester's own %s is down (PortState %s, PortPhysicalState %s): is it still cabled?"
            .formatted(
                name(port),
                PortInfo.PORT_STATE.named(state),
                PortInfo.PORT_PHYSICAL_STATE.named(info.get(PortInfo.PORT_PHYSICAL_STATE)))
        : null;
  }

  private String silent(MadPort port) {
    return "the tester's own " + name(port) + " no longer answers SubnGet(PortInfo)";
  }

  private String name(MadPort port) {
    return ports.size() == 1
        ? "port"
        : "port (number %d of the DUT URI)".formatted(ports.indexOf(port) + 1);
  }

  /// Starts to watch for stalls of the tester.
  void watch() {
    ports.forEach(port -> port.holdUps().forget());
    packetPorts.forEach(port -> port.holdUps().forget());
  }

  /// Why times since [#watch] are unreliable, or null.
  @Nullable String absence() {
    long longest = 0;
    for (MadPort port : ports) {
      longest = Math.max(longest, port.holdUps().longest());
    }
    for (PacketPort port : packetPorts) {
      longest = Math.max(longest, port.holdUps().longest());
    }
    return longest < LONGEST_STALL_NANOS
        ? null
        : "the tester stalled for %d ms during a timed step (a busy machine?); the result was discarded"
            .formatted(longest / 1_000_000);
  }
}
