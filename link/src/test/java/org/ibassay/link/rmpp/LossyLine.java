package org.ibassay.link.rmpp;

import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;

/// A sender and a receiver with a bad line between them, in virtual time.
final class LossyLine {
  private static final long DELAY_NANOS = 10_000;

  /// Probabilities, each from 0 to 1, for every MAD independently.
  record Faults(double loss, double duplication, double reordering) {}

  private record Coming(long at, int order, boolean toReceiver, MemorySegment mad) {}

  private final PriorityQueue<Coming> coming =
      new PriorityQueue<>(Comparator.comparingLong(Coming::at).thenComparingInt(Coming::order));
  private final Faults faults;
  private final Random random;
  private int order;

  long now;
  int segmentsSent;
  int mostWaiting;

  LossyLine(Faults faults, Random random) {
    this.faults = faults;
    this.random = random;
  }

  /// Runs a transfer until both sides have ended. The receiver is created when the first MAD is
  /// received.
  RmppReceiver run(RmppSender sender, RmppLimits limits) {
    RmppReceiver receiver = null;
    send(sender.start(), true);
    while (true) {
      long alarm =
          Math.min(sender.deadline(), receiver == null ? Long.MAX_VALUE : receiver.deadline());
      Coming next = coming.peek();
      if (next != null && next.at <= alarm) {
        coming.remove();
        now = next.at;
        if (!next.toReceiver) {
          send(sender.accept(next.mad, now), true);
          continue;
        }
        if (receiver == null) {
          receiver = new RmppReceiver(limits, next.mad, now);
        }
        send(receiver.accept(next.mad, now), false);
      } else if (alarm == Long.MAX_VALUE) {
        return receiver == null ? new RmppReceiver(limits, message(0), now) : receiver;
      } else {
        now = alarm;
        send(sender.expire(now), true);
        if (receiver != null) {
          send(receiver.expire(now), false);
        }
      }
    }
  }

  private void send(List<MemorySegment> mads, boolean toReceiver) {
    for (MemorySegment mad : mads) {
      segmentsSent += toReceiver ? 1 : 0;
      bring(mad, toReceiver);
      if (random.nextDouble() < faults.duplication) {
        bring(mad, toReceiver);
      }
    }
    mostWaiting = Math.max(mostWaiting, coming.size());
  }

  private void bring(MemorySegment mad, boolean toReceiver) {
    if (random.nextDouble() >= faults.loss) {
      long late = random.nextDouble() < faults.reordering ? random.nextInt(500_000) : 0;
      coming.add(new Coming(now + DELAY_NANOS + late, order++, toReceiver, mad));
    }
  }

  /// Returns a message with random data.
  static MemorySegment message(int dataBytes, Random random) {
    byte[] bytes = new byte[RmppSegments.HEADER + dataBytes];
    random.nextBytes(bytes);
    return Answers.of(bytes);
  }

  private static MemorySegment message(int dataBytes) {
    return Answers.of(new byte[RmppSegments.HEADER + dataBytes]);
  }
}
