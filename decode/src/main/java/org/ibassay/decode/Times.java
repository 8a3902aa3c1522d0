package org.ibassay.decode;

import java.time.Instant;

/// Writes times in the format of RFC 3339, with nanoseconds; the part up to the second is computed
/// once for all packets in that second.
final class Times {
  private static final long NANOS_PER_SECOND = 1_000_000_000;

  private long second = Long.MIN_VALUE;
  private byte[] text = {};

  /// Formats a time; the texts of times sort like the times.
  static String text(long nanos) {
    return "%s.%09dZ".formatted(second(nanos), Math.floorMod(nanos, NANOS_PER_SECOND));
  }

  private static String second(long nanos) {
    String whole = Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS_PER_SECOND)).toString();
    return whole.substring(0, whole.length() - 1);
  }

  void write(Out out, long nanos) {
    long now = Math.floorDiv(nanos, NANOS_PER_SECOND);
    if (now != second) {
      second = now;
      text = Digits.utf8(second(nanos) + ".");
    }
    out.put(text).decimal(Math.floorMod(nanos, NANOS_PER_SECOND), 9, '0').put('Z');
  }
}
