package org.ibassay.cli.decode;

import java.time.Instant;

/// Writes times as RFC 3339 has them, with nanoseconds; the second is worked out once for all
/// packets in it.
final class Times {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private long second = Long.MIN_VALUE;
  private byte[] text = {};

  void write(Out out, long nanos) {
    long now = Math.floorDiv(nanos, NANOS_PER_SECOND);
    if (now != second) {
      second = now;
      String whole = Instant.ofEpochSecond(now).toString();
      text = Digits.utf8(whole.substring(0, whole.length() - 1) + ".");
    }
    out.put(text).decimal(Math.floorMod(nanos, NANOS_PER_SECOND), 9, '0').put('Z');
  }
}
