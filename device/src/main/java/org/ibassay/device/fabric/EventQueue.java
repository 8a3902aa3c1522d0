package org.ibassay.device.fabric;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/// Future events, earliest first; events at the same time are in the order added. A binary heap of
/// pooled events.
final class EventQueue {

  /// Delivers a packet, or runs an action.
  static final class Event {
    private long time;
    private long order;
    private @Nullable Packet packet;
    private @Nullable Consumer<Packet> taker;
    private @Nullable Runnable action;

    void happen() {
      if (packet != null && taker != null) {
        taker.accept(packet);
      } else if (action != null) {
        action.run();
      }
    }

    private boolean before(Event other) {
      return time != other.time ? time < other.time : order < other.order;
    }
  }

  private final List<Event> idle = new ArrayList<>();
  private Event[] heap = new Event[16];
  private int size;
  private long added;

  void add(long time, Packet packet, Consumer<Packet> taker) {
    Event event = newEvent(time);
    event.packet = packet;
    event.taker = taker;
    push(event);
  }

  void add(long time, Runnable action) {
    Event event = newEvent(time);
    event.action = action;
    push(event);
  }

  /// The time of the next event; `Long.MAX_VALUE` if there is none.
  long nextTime() {
    return size == 0 ? Long.MAX_VALUE : heap[0].time;
  }

  /// Returns the next event; return it to the pool by [#recycle].
  Event take() {
    Event first = heap[0];
    Event last = heap[--size];
    int hole = 0;
    for (int child = 1; child < size; child = 2 * hole + 1) {
      if (child + 1 < size && heap[child + 1].before(heap[child])) {
        child++;
      }
      if (!heap[child].before(last)) {
        break;
      }
      heap[hole] = heap[child];
      hole = child;
    }
    heap[hole] = last;
    return first;
  }

  void recycle(Event event) {
    event.packet = null;
    event.taker = null;
    event.action = null;
    idle.add(event);
  }

  private Event newEvent(long time) {
    Event event = idle.isEmpty() ? new Event() : idle.removeLast();
    event.time = time;
    event.order = added++;
    return event;
  }

  private void push(Event event) {
    if (size == heap.length) {
      heap = Arrays.copyOf(heap, size * 2);
    }
    int hole = size++;
    while (hole > 0 && event.before(heap[(hole - 1) / 2])) {
      heap[hole] = heap[(hole - 1) / 2];
      hole = (hole - 1) / 2;
    }
    heap[hole] = event;
  }
}
