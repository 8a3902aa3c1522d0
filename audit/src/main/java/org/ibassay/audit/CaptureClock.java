package org.ibassay.audit;

/// The clock of a capture: no better than the least time between two of its packets.
final class CaptureClock {
  private long tick = Long.MAX_VALUE;
  private long latest;

  /// Takes the time of the next packet; 0 when that is not known.
  void saw(long nanos) {
    long step = Math.abs(nanos - latest);
    if (latest != 0 && nanos != 0 && step != 0) {
      tick = Math.min(tick, step);
    }
    latest = nanos;
  }

  /// How long it may be at most from one packet to another.
  long most(long from, long to) {
    long shown = Math.abs(to - from);
    return shown > Long.MAX_VALUE - tick ? Long.MAX_VALUE : shown + tick;
  }
}
