package org.ibassay.link.impaired;

import java.util.Comparator;
import java.util.PriorityQueue;
import org.jspecify.annotations.Nullable;

/// Packets in flight, ordered by arrival; those that arrive at the same time in the order in which
/// they left.
public final class PacketsInFlight<T> {
  private record PacketInFlight<T>(long due, long order, T packet) {}

  private final PriorityQueue<PacketInFlight<T>> items =
      new PriorityQueue<>(
          Comparator.<PacketInFlight<T>>comparingLong(PacketInFlight::due)
              .thenComparingLong(PacketInFlight::order));
  private long added;

  /// An empty queue.
  public PacketsInFlight() {}

  /// One more packet.
  ///
  /// @param due when it arrives, in nanoseconds
  public void add(long due, T packet) {
    items.add(new PacketInFlight<>(due, added++, packet));
  }

  /// When the next one arrives; [Long#MAX_VALUE] when there is none.
  public long next() {
    PacketInFlight<T> item = items.peek();
    return item == null ? Long.MAX_VALUE : item.due;
  }

  /// Takes one that has arrived, or null.
  public @Nullable T arrived(long now) {
    return next() <= now ? items.remove().packet : null;
  }

  /// How many there are.
  public int size() {
    return items.size();
  }

  /// Forgets all.
  void clear() {
    items.clear();
  }

  /// Forgets those that should have arrived before a moment.
  public void forgetBefore(long moment) {
    while (next() < moment) {
      items.remove();
    }
  }
}
