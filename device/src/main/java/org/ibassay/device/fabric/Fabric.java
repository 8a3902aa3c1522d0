package org.ibassay.device.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ibassay.link.Clock;
import org.ibassay.wire.mad.Smp;

/// Virtual time and its events. Everything in a fabric runs on the thread that runs its events; the
/// same inputs give the same outcome, to the nanosecond.
public final class Fabric implements Clock {
  /// Propagation time of a cable.
  public static final long HOP_NANOS = 1_000;

  private final EventQueue queue = new EventQueue();
  private final List<Packet> idle = new ArrayList<>();
  private long now;
  private int lent;
  private int training;

  /// A fabric without nodes, at time 0.
  public Fabric() {}

  @Override
  public long nanos() {
    return now;
  }

  /// Runs the next event.
  ///
  /// @param limit by this clock
  /// @return whether there was one, no later than `limit`
  public boolean step(long limit) {
    long time = queue.nextTime();
    if (time > limit || time == Long.MAX_VALUE) {
      return false;
    }
    now = Math.max(now, time);
    EventQueue.Event event = queue.take();
    event.happen();
    queue.recycle(event);
    return true;
  }

  /// The time of the next event, by this clock; `Long.MAX_VALUE` if there is none.
  public long nextTime() {
    return queue.nextTime();
  }

  /// Whether packets are in flight, in a node or on a cable.
  public boolean isBusy() {
    return lent > 0;
  }

  /// Whether any link is training.
  public boolean isTraining() {
    return training > 0;
  }

  void trainingBegins() {
    training++;
  }

  void trainingEnds() {
    training--;
  }

  /// Runs all events up to `time`, and advances the clock to it.
  public void runUntil(long time) {
    while (step(time)) {
      // until there are no more events
    }
    now = Math.max(now, time);
  }

  /// Schedules an action.
  public void after(long nanos, Runnable action) {
    queue.add(now + nanos, action);
  }

  /// Schedules the delivery of a packet.
  ///
  /// @param taker created once and reused, so that sending allocates nothing
  public void after(long nanos, Packet packet, Consumer<Packet> taker) {
    queue.add(now + nanos, packet, taker);
  }

  /// Returns a packet of 256 bytes with undefined contents.
  public Packet packet() {
    Packet packet = idle.isEmpty() ? new Packet() : idle.removeLast();
    packet.bytes = Smp.BYTES_OF_MAD;
    lent++;
    return packet;
  }

  /// Returns a packet to the pool.
  public void release(Packet packet) {
    idle.add(packet);
    lent--;
  }
}
