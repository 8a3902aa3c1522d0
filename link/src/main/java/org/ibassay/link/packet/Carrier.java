package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.wire.packet.LinkType;

/// A driver's link for whole packets, out and in, over Ethernet or native InfiniBand. One thread
/// alone uses it.
///
/// [PacketPort] does everything else: ARP and neighbour discovery, sorting, counting, capture.
public interface Carrier extends AutoCloseable {
  /// The link's time.
  Clock clock();

  /// Whether time is simulated: then waiting costs nothing.
  boolean isSimulated();

  /// Whether nothing can get lost between the tester and the DUT: what does not come was not sent
  /// then.
  default boolean isLossless() {
    return false;
  }

  /// Returns the link type of the packets. Ethernet frames have no check sequence.
  LinkType link();

  /// A test begins, as [org.ibassay.link.mad.MadLink#begin] says.
  ///
  /// @param test with its round
  default void begin(String test) {}

  /// Sends one packet.
  ///
  /// @param packet its bytes; not kept after the call
  /// @param bytes how many of them
  /// @throws LinkException when the tester's side cannot send
  void send(MemorySegment packet, int bytes) throws LinkException;

  /// Waits for a packet.
  ///
  /// @param into receives what was received; what has no room there is cut off
  /// @param deadline by [#clock], in nanoseconds; a past one polls
  /// @return how many bytes were received; 0 when the deadline passed
  /// @throws LinkException when the tester's side cannot receive
  int receive(MemorySegment into, long deadline) throws LinkException;

  /// How many packets came and were lost on the tester's own side so far, as far as it is known.
  default long lost() throws LinkException {
    return 0;
  }

  @Override
  void close();
}
