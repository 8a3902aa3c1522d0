package org.ibassay.suite;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Counts acknowledges of probe requests, to tell duplicates of the link from repeated acknowledges
/// of the DUT. A responder may repeat the last acknowledge at any time (9.7.7.2), and a link may
/// deliver packets twice: only new credits, or a repetition of every acknowledge, distinguish the
/// two.
final class Acks {
  private @Nullable PacketIn last;
  private int repeatsOfLast;
  private int count;
  private int repeats;
  private int repeatedOnce;

  void isNew(PacketIn ack) {
    last = ack;
    repeatsOfLast = 0;
    count++;
  }

  /// Records an acknowledge that repeats the last one, perhaps with new credits.
  boolean isRepeat(PacketIn ack) {
    if (last == null || ack.psn() != last.psn()) {
      return false;
    }
    if (Objects.equals(ack.syndrome(), last.syndrome())) {
      repeats++;
      repeatsOfLast++;
      repeatedOnce += repeatsOfLast == 1 ? 1 : 0;
    }
    return true;
  }

  /// A repetition of the last acknowledge may not have been received yet.
  int troubles() {
    boolean isEach = repeats > 1 && repeats == repeatedOnce && repeats >= count - 1;
    return LinkQuality.troubles(repeats, isEach);
  }
}
