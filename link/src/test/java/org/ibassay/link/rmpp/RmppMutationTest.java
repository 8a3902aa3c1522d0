package org.ibassay.link.rmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;

/// Transfers whose other side sends MADs with invalid fields: each ends in time, and needs no more
/// memory than its limits allow.
class RmppMutationTest {
  private static final long FIRST_SEED =
      Long.getLong("ibassay.seed", System.currentTimeMillis() & 0xFFFF_FFFFL);
  private static final int RUNS = 3_000;

  private static final RmppLimits LIMITS = new RmppLimits(1_000_000, 3, 50_000_000, 8, 8_000);

  private static final List<Field> FIELDS =
      List.of(
          RmppHeader.RMPP_VERSION,
          RmppHeader.TYPE,
          RmppHeader.FLAGS,
          RmppHeader.STATUS,
          RmppHeader.SEGMENT_NUMBER,
          RmppHeader.PAYLOAD_LENGTH,
          RmppHeader.R_RESP_TIME);

  @Test
  void aReceiverEndsWhateverComes() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      Random random = new Random(seed);
      List<MemorySegment> segments = segments(random);
      RmppReceiver receiver = new RmppReceiver(LIMITS, mutated(segments.getFirst(), random), 0);
      long now = 0;
      for (int i = 0; i < 2_000 && receiver.state() == RmppTransfer.State.RUNNING; i++) {
        if (random.nextInt(8) == 0) {
          now = receiver.deadline();
          sound(receiver.expire(now), seed);
        } else {
          now += random.nextInt(100_000);
          MemorySegment next = segments.get(Math.min(i, random.nextInt(segments.size())));
          sound(receiver.accept(mutated(next, random), now), seed);
        }
      }
      assertThat(receiver.state()).as("seed %d", seed).isNotEqualTo(RmppTransfer.State.RUNNING);
      if (receiver.state() == RmppTransfer.State.COMPLETE) {
        long bytes = receiver.takeMessage().bytes().byteSize();
        assertThat(bytes).as("seed %d", seed).isLessThanOrEqualTo(LIMITS.maxBytes());
      } else {
        assertThat(receiver.failure()).as("seed %d", seed).isNotNull();
      }
    }
    System.out.printf("RMPP receiver: %d hostile transfers, seed %d%n", RUNS, FIRST_SEED);
  }

  @Test
  void aSenderEndsWhateverComes() {
    for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      Random random = new Random(seed);
      MemorySegment message = LossyLine.message(random.nextInt(6_000), random);
      RmppSender sender = new RmppSender(message, LIMITS, 0);
      sound(sender.start(), seed);
      long now = 0;
      for (int i = 0; i < 2_000 && sender.state() == RmppTransfer.State.RUNNING; i++) {
        if (random.nextInt(8) == 0) {
          now = sender.deadline();
          sound(sender.expire(now), seed);
        } else {
          now += random.nextInt(100_000);
          sound(sender.accept(acknowledgement(random), now), seed);
        }
      }
      assertThat(sender.state()).as("seed %d", seed).isNotEqualTo(RmppTransfer.State.RUNNING);
      assertThat(sender.failure() != null)
          .as("seed %d", seed)
          .isEqualTo(sender.state() == RmppTransfer.State.FAILED);
    }
    System.out.printf("RMPP sender: %d hostile transfers, seed %d%n", RUNS, FIRST_SEED);
  }

  private static void sound(List<MemorySegment> sent, long seed) {
    assertThat(sent.size()).as("seed %d", seed).isLessThanOrEqualTo(64);
    sent.forEach(mad -> assertThat(mad.byteSize()).isEqualTo(Smp.BYTES_OF_MAD));
  }

  private static List<MemorySegment> segments(Random random) {
    int count = 1 + random.nextInt(40);
    List<MemorySegment> segments = new ArrayList<>();
    for (int number = 1; number <= count; number++) {
      segments.add(Answers.segment(number, count));
    }
    return segments;
  }

  private static MemorySegment acknowledgement(Random random) {
    MemorySegment mad = mutated(Answers.segment(1, 1), random);
    if (random.nextInt(4) != 0) {
      RmppHeader.TYPE.set(mad, 0, RmppHeader.TYPE_ACK);
      RmppHeader.STATUS.set(mad, 0, 0);
      RmppHeader.SEGMENT_NUMBER.set(mad, 0, number(random, RmppHeader.SEGMENT_NUMBER));
      RmppHeader.NEW_WINDOW_LAST.set(mad, 0, number(random, RmppHeader.NEW_WINDOW_LAST));
    }
    return mad;
  }

  /// Changes one field in every second MAD.
  private static MemorySegment mutated(MemorySegment mad, Random random) {
    MemorySegment copy = MemorySegment.ofArray(mad.toArray(ValueLayout.JAVA_BYTE));
    if (random.nextBoolean()) {
      Field field = FIELDS.get(random.nextInt(FIELDS.size()));
      field.set(copy, 0, number(random, field));
    }
    return copy;
  }

  /// Returns a small value, one near the maximum, or any value.
  private static long number(Random random, Field field) {
    return switch (random.nextInt(4)) {
          case 0 -> random.nextInt(64);
          case 1 -> field.max() - random.nextInt(3);
          case 2 -> 220L * random.nextInt(64) + random.nextInt(3);
          default -> random.nextLong();
        }
        & field.max();
  }
}
