package org.ibassay.link.mad;

import java.lang.foreign.MemorySegment;
import java.util.concurrent.locks.LockSupport;
import org.ibassay.link.Clock;

/// A link in real time on which nothing is ever received.
final class QuietRealLink implements MadLink {
  @Override
  public Clock clock() {
    return System::nanoTime;
  }

  @Override
  public boolean isSimulated() {
    return false;
  }

  @Override
  public void send(MemorySegment mad, int dlid, int destQp) {}

  /// Ignores interruption, like a native call.
  @Override
  public Arrival receive(MemorySegment into, long deadline) {
    boolean interrupted = Thread.interrupted();
    for (long left = deadline - System.nanoTime(); left > 0; left = deadline - System.nanoTime()) {
      LockSupport.parkNanos(left);
      interrupted |= Thread.interrupted();
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
    return Arrival.NOTHING;
  }

  @Override
  public int receivedBytes() {
    return 0;
  }

  @Override
  public void close() {}
}
