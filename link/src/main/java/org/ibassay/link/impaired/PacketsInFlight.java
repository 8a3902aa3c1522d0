package org.ibassay.link.impaired;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Packets in flight, ordered by arrival; packets that arrive at the same time are in the order
/// sent.
public final class PacketsInFlight<T> {
  private record PacketInFlight<T>(long due, long order, T packet) {}

  private final PriorityQueue<PacketInFlight<T>> items =
      new PriorityQueue<>(
          Comparator.<PacketInFlight<T>>comparingLong(PacketInFlight::due)
              .thenComparingLong(PacketInFlight::order));
  private long added;

  /// An empty queue.
  public PacketsInFlight() {}

  /// Adds a packet.
  ///
  /// @param due arrival time, in nanoseconds
  public void add(long due, T packet) {
    items.add(new PacketInFlight<>(due, added++, packet));
  }

  /// Returns the next arrival time; [Long#MAX_VALUE] if there is none.
  public long next() {
    PacketInFlight<T> item = items.peek();
    return item == null ? Long.MAX_VALUE : item.due;
  }

  /// Removes and returns a packet that has arrived, or null.
  public @Nullable T arrived(long now) {
    return next() <= now ? items.remove().packet : null;
  }

  /// The number of packets.
  public int size() {
    return items.size();
  }

  /// Removes all packets.
  void clear() {
    items.clear();
  }

  /// Removes packets that should have arrived before a time.
  public void forgetBefore(long moment) {
    while (next() < moment) {
      items.remove();
    }
  }
}
