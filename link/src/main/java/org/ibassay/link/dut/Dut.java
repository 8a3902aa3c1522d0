package org.ibassay.link.dut;

import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.UpperTester;

/// An open device under test: what the tester has to reach it.
public interface Dut extends AutoCloseable {
  /// The URI it was opened by.
  DutUri uri();

  /// The link's time.
  Clock clock();

  /// One for each tester port that is cabled to the DUT, the main one first; empty when the DUT has
  /// no port for management datagrams.
  List<MadPort> madPorts();

  /// The tester's port for packets of the transport, where there is one.
  default Optional<PacketPort> packetPort() {
    return Optional.empty();
  }

  /// Returns the upper tester, if the DUT has one.
  default Optional<UpperTester> upperTester() {
    return Optional.empty();
  }

  /// The ServiceID at which the DUT takes reliable connections from anybody who asks by
  /// communication management, where the URI says that there is one.
  default OptionalLong service() {
    return OptionalLong.empty();
  }

  /// How it is brought back when it does not answer any more; empty where nobody can.
  default Optional<FreshStart> restart() {
    return Optional.empty();
  }

  /// Whether the DUT is found where packets of the transport go, and what drives it from above
  /// answers. Asked once; what was lost since is looked for anew.
  default boolean isUp() throws LinkException, InterruptedException {
    return true;
  }

  /// Says that a test begins, so that it meets the same chances as when it is run alone.
  ///
  /// @param test with its round
  default void begin(String test) {
    madPorts().forEach(port -> port.begin(test));
    packetPort().ifPresent(port -> port.begin(test));
  }

  @Override
  void close();
}
