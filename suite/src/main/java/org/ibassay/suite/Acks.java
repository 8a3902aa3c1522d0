package org.ibassay.suite;

import java.util.Objects;
import org.jspecify.annotations.Nullable;

/// Answers to requests that were sent to find out how well the link carries packets. A responder
/// may repeat the last acknowledge at any time (9.7.7.2), but so does a link that brings packets
/// twice: only new credits tell the one from the other, or that it happens with each.
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

  /// Takes one that repeats the last one, perhaps with new credits.
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

  /// What repeats the very last one may not have come yet.
  int troubles() {
    boolean isEach = repeats > 1 && repeats == repeatedOnce && repeats >= count - 1;
    return LinkQuality.troubles(repeats, isEach);
  }
}
