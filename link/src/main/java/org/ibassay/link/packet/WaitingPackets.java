package org.ibassay.link.packet;

import java.util.ArrayDeque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// Packets received that no caller has read yet.
final class WaitingPackets {
  /// The limit of packets kept for a caller that does not read them, in bytes with [#OVERHEAD] for
  /// each packet: some DUTs never stop sending.
  private static final int MOST_BYTES = 8 << 20;

  /// Memory that a waiting packet takes in addition to its bytes, roughly.
  private static final int OVERHEAD = 512;

  private final ArrayDeque<ReceivedPacket> packets = new ArrayDeque<>();
  private int bytes;
  private boolean isFlooded;

  /// Whether another packet of this length can be added. If not, it is lost, which [#isFlooded]
  /// reports.
  boolean hasRoom(int length) {
    boolean hasRoom = bytes + length + OVERHEAD <= MOST_BYTES;
    isFlooded |= !hasRoom;
    return hasRoom;
  }

  void add(ReceivedPacket packet) {
    packets.addLast(packet);
    bytes += sizeOf(packet);
  }

  /// Adds packets before all others.
  ///
  /// @param earlier in the order received
  void putBack(List<ReceivedPacket> earlier) {
    for (ReceivedPacket packet : earlier.reversed()) {
      packets.addFirst(packet);
      bytes += sizeOf(packet);
    }
  }

  /// Removes the first packet; null if there is none.
  @Nullable ReceivedPacket poll() {
    ReceivedPacket next = packets.poll();
    bytes -= next == null ? 0 : sizeOf(next);
    return next;
  }

  boolean isEmpty() {
    return packets.isEmpty();
  }

  /// Removes all packets.
  ///
  /// @return how many
  int clear() {
    int count = packets.size();
    packets.clear();
    bytes = 0;
    isFlooded = false;
    return count;
  }

  /// Whether a packet was lost since the last [#clear].
  boolean isFlooded() {
    return isFlooded;
  }

  private static int sizeOf(ReceivedPacket packet) {
    return packet.packet().bytes() + OVERHEAD;
  }
}
