package org.ibassay.link.dut;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.UpperTester;

/// An open device under test, with everything needed to reach it.
public interface Dut extends AutoCloseable {
  /// The URI with which it was opened.
  DutUri uri();

  /// The clock of the link.
  Clock clock();

  /// The tester ports that are cabled to the DUT, the main one first; empty if the DUT has no port
  /// for management datagrams.
  List<MadPort> madPorts();

  /// The tester's port for transport packets, if there is one.
  default Optional<PacketPort> packetPort() {
    return Optional.empty();
  }

  /// Returns the upper tester, if the DUT has one.
  default Optional<UpperTester> upperTester() {
    return Optional.empty();
  }

  /// The ServiceID at which the DUT accepts reliable connections by communication management, if
  /// the URI names one.
  default OptionalLong service() {
    return OptionalLong.empty();
  }

  /// The P_Key of the DUT's port in another partition than the default one, if the URI names one.
  default OptionalInt secondPKey() {
    return OptionalInt.empty();
  }

  /// Restarts the DUT when it has stopped responding; empty if that is not possible.
  default Optional<FreshStart> restart() {
    return Optional.empty();
  }

  /// Whether the DUT is found at its address for transport packets, and its upper tester responds.
  /// Called once; reconnects what was lost since.
  default boolean isUp() throws LinkException, InterruptedException {
    return true;
  }

  /// Starts a test: random events of the link depend only on the test, as if it were run alone.
  ///
  /// @param test id of the test with its round
  default void begin(String test) {
    madPorts().forEach(port -> port.begin(test));
    packetPort().ifPresent(port -> port.begin(test));
  }

  @Override
  void close();
}
