package org.ibassay.audit;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.SplittableRandom;
import org.ibassay.audit.BadCaptures.Capture;
import org.ibassay.audit.Wire.Frame;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/// Communication management: no findings for conforming hosts, in any kind of capture.
final class LegalCallsTest {
  private static final int SEEDS = Integer.getInteger("ibassay.seeds", 20);

  static List<Arguments> captures() {
    return BadCaptures.all();
  }

  @Test
  void aWholeCaptureIsClean() {
    for (int seed = 0; seed < SEEDS; seed++) {
      List<Frame> all = LegalCalls.some(new SplittableRandom(seed), 0);
      AuditReport report = Wire.audit(all, true);
      assertThat(report.findings()).as("seed %d", seed).isEmpty();
      assertThat(report.checks()).isGreaterThan(200);
    }
  }

  /// Two adapters at one address use the same Communication ID.
  @Test
  void oneIdOfTwoAdapters() {
    AuditReport report = Wire.audit(LegalCalls.ofTwoAdapters(), true);
    assertThat(report.findings()).isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("captures")
  void anyCaptureIsClean(String how, Capture capture) {
    for (int seed = 0; seed < SEEDS; seed++) {
      SplittableRandom random = new SplittableRandom(seed);
      double loss = random.nextBoolean() ? 0 : 0.2 * random.nextDouble();
      List<Frame> all = capture.apply(random, LegalCalls.some(random, loss));
      assertThat(Wire.audit(all, false).findings()).as("%s, seed %d", how, seed).isEmpty();
    }
  }
}
