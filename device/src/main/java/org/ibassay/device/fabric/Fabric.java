package org.ibassay.device.fabric;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.ibassay.link.Clock;
import org.ibassay.wire.mad.Smp;

/// Virtual time and all that happens in it. Everything in a fabric runs on the one thread that runs
/// its events; the same inputs give the same outcome, to the nanosecond.
public final class Fabric implements Clock {
  /// From one end of a cable to the other.
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

  /// When the next event happens, by this clock; `Long.MAX_VALUE` when there is none.
  public long nextTime() {
    return queue.nextTime();
  }

  /// Whether packets are under way, in a node or on a cable.
  public boolean isBusy() {
    return lent > 0;
  }

  /// Whether any link trains.
  public boolean isTraining() {
    return training > 0;
  }

  void trainingBegins() {
    training++;
  }

  void trainingEnds() {
    training--;
  }

  /// Runs all events up to `time`; then it is that time.
  public void runUntil(long time) {
    while (step(time)) {
      // until nothing is left
    }
    now = Math.max(now, time);
  }

  /// Does something later.
  public void after(long nanos, Runnable action) {
    queue.add(now + nanos, action);
  }

  /// Hands a packet over later.
  ///
  /// @param taker made once and kept, so that sending allocates nothing
  public void after(long nanos, Packet packet, Consumer<Packet> taker) {
    queue.add(now + nanos, packet, taker);
  }

  /// A packet of 256 bytes, whatever they are.
  public Packet packet() {
    Packet packet = idle.isEmpty() ? new Packet() : idle.removeLast();
    packet.bytes = Smp.BYTES_OF_MAD;
    lent++;
    return packet;
  }

  /// Takes back a packet that nobody needs any more.
  public void release(Packet packet) {
    idle.add(packet);
    lent--;
  }
}
