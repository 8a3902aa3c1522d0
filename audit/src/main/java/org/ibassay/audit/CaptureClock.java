package org.ibassay.audit;

/// The clock of a capture, whose resolution is the smallest time between two packets.
final class CaptureClock {
  private long tick = Long.MAX_VALUE;
  private long latest;

  /// Records the time of the next packet; 0 if unknown.
  void saw(long nanos) {
    long step = Math.abs(nanos - latest);
    if (latest != 0 && nanos != 0 && step != 0) {
      tick = Math.min(tick, step);
    }
    latest = nanos;
  }

  /// The maximum time from one packet to another.
  long most(long from, long to) {
    long shown = Math.abs(to - from);
    return shown > Long.MAX_VALUE - tick ? Long.MAX_VALUE : shown + tick;
  }
}
