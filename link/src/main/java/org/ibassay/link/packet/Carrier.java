package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.wire.packet.LinkType;

/// Sends and receives whole packets, over Ethernet or native InfiniBand. Used by one thread.
///
/// [PacketPort] does everything else: ARP and neighbor discovery, sorting, counting, capture.
public interface Carrier extends AutoCloseable {
  /// The clock of the link.
  Clock clock();

  /// Whether time is simulated: then waiting takes no real time.
  boolean isSimulated();

  /// Whether no packet can be lost between the tester and the DUT: a packet that is not received
  /// was not sent.
  default boolean isLossless() {
    return false;
  }

  /// The link type of the packets. Ethernet frames have no frame check sequence.
  LinkType link();

  /// Starts a test; see [org.ibassay.link.mad.MadLink#begin].
  ///
  /// @param test id of the test with its round
  default void begin(String test) {}

  /// Sends a packet.
  ///
  /// @param packet not kept after the call
  /// @param bytes length of the packet
  /// @throws LinkException if the tester's side cannot send
  void send(MemorySegment packet, int bytes) throws LinkException;

  /// Waits for a packet.
  ///
  /// @param into receives the packet; a longer packet is truncated
  /// @param deadline by [#clock], in nanoseconds; a past deadline polls
  /// @return the number of bytes received; 0 if the deadline passed
  /// @throws LinkException if the tester's side cannot receive
  int receive(MemorySegment into, long deadline) throws LinkException;

  /// The number of packets lost on the tester's own side so far, as far as it is known.
  default long lost() throws LinkException {
    return 0;
  }

  @Override
  void close();
}
