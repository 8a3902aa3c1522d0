package org.ibassay.link.rmpp;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.Random;
import org.ibassay.link.rmpp.LossyLine.Faults;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/// Transfers over a bad line. Each run has its own seed, which a failure's message contains.
class RmppLossTest {
  private static final int RUNS = 10_000;
  private static final long FIRST_SEED =
      Long.getLong("ibassay.seed", System.currentTimeMillis() << 20);

  @Test
  void everyAnswerIsWholeOrItsTimeoutIsStated() {
    int whole = 0;
    for (long seed = FIRST_SEED; seed < FIRST_SEED + RUNS; seed++) {
      whole += run(seed) ? 1 : 0;
    }
    System.out.printf(
        "RMPP: %d of %d transfers whole, -Dibassay.seed=%d%n", whole, RUNS, FIRST_SEED);
    assertThat(whole).as("seed %d", FIRST_SEED).isGreaterThan(RUNS * 9 / 10);
  }

  /// @return whether the message arrived
  private static boolean run(long seed) {
    Random random = new Random(seed);
    Faults faults =
        new Faults(random.nextDouble() * 0.3, random.nextDouble() * 0.3, random.nextDouble());
    RmppLimits limits = limits(1 + random.nextInt(64), 2 + random.nextInt(12));
    MemorySegment message = LossyLine.message(length(random), random);
    RmppSender sender = new RmppSender(message, limits, 0);
    LossyLine line = new LossyLine(faults, random);
    RmppReceiver receiver = line.run(sender, limits);

    String what = "-Dibassay.seed=" + seed + " " + faults + " " + message.byteSize() + " bytes";
    RmppFailure failure = receiver.failure();
    if (receiver.state() == RmppTransfer.State.COMPLETE) {
      RmppMessage got = receiver.takeMessage();
      assertThat(got.bytes().byteSize()).as(what).isEqualTo(message.byteSize());
      assertThat(
              got.bytes()
                  .asSlice(RmppSegments.HEADER)
                  .mismatch(message.asSlice(RmppSegments.HEADER)))
          .as(what)
          .isEqualTo(-1);
      assertThat(got.declaredLength()).as(what).isEqualTo(got.actualLength());
      return true;
    }
    assertThat(sender.state()).as(what).isEqualTo(RmppTransfer.State.FAILED);
    if (failure != null) {
      assertThat(failure.toString()).as(what).containsAnyOf("too many retries", "total time");
    }
    return false;
  }

  private static int length(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> random.nextInt(400);
      case 1 -> RmppSegments.BYTES * random.nextInt(40);
      default -> random.nextInt(20_000);
    };
  }

  private static RmppLimits limits(int window, int retries) {
    return new RmppLimits(2_000_000, retries, 4_000_000_000L, window, 1 << 20);
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 1, 199, 200, 201, 400, 6400, 6401, 200 * 97})
  void goodLineTakesEachSegmentOnce(int length) {
    Random random = new Random(length);
    MemorySegment message = LossyLine.message(length, random);
    RmppSender sender = new RmppSender(message, RmppLimits.DEFAULT, 0);
    LossyLine line = new LossyLine(new Faults(0, 0, 0), random);

    RmppReceiver receiver = line.run(sender, RmppLimits.DEFAULT);

    RmppMessage got = receiver.takeMessage();
    assertThat(
            got.bytes().asSlice(RmppSegments.HEADER).mismatch(message.asSlice(RmppSegments.HEADER)))
        .isEqualTo(-1);
    assertThat(got.segments()).isEqualTo(line.segmentsSent).isEqualTo(RmppSegments.count(length));
    assertThat(sender.state()).isEqualTo(RmppTransfer.State.COMPLETE);
    assertThat(line.now).isLessThan(RmppLimits.DEFAULT.silenceNanos());
  }

  /// Duplicates must not multiply: if each MAD is duplicated, at most twice as many are sent.
  @Test
  void duplicatesDoNotMultiply() {
    MemorySegment message = LossyLine.message(200 * 500, new Random(1));
    RmppSender sender = new RmppSender(message, RmppLimits.DEFAULT, 0);
    LossyLine line = new LossyLine(new Faults(0, 1, 0), new Random(1));

    assertThat(line.run(sender, RmppLimits.DEFAULT).state()).isEqualTo(RmppTransfer.State.COMPLETE);
    assertThat(line.segmentsSent).isEqualTo(500);
    assertThat(line.mostWaiting).isLessThan(4 * RmppLimits.DEFAULT.window() + 8);
  }

  @Test
  void deadLineIsGivenUp() {
    MemorySegment message = LossyLine.message(1000, new Random(1));
    RmppSender sender = new RmppSender(message, RmppLimits.DEFAULT, 0);
    LossyLine line = new LossyLine(new Faults(1, 0, 0), new Random(1));

    line.run(sender, RmppLimits.DEFAULT);

    assertThat(sender.failure())
        .hasToString("0 of 5 segments acknowledged, then silence (too many retries)");
    assertThat(line.now).isEqualTo(6 * RmppLimits.DEFAULT.silenceNanos());
  }
}
