package org.ibassay.qualify;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class KnownFaultsTest {
  private static final List<String> KINDS = List.of("ca", "switch", "sm");
  private static final Path GOLDEN = Path.of("src/test/golden");

  /// The resource consists of these very files: one may be missing, but none outdated.
  @Test
  void everyGoldenFileIsAResource() throws IOException {
    assertThat(new GoldenFiles(GOLDEN, _ -> true).read().keySet())
        .isNotEmpty()
        .allSatisfy(file ->
            assertThat(KnownFaults.class.getResource("golden/" + file)).as(file).isNotNull());
  }

  @Test
  void everyLineOfThemIsUnderstood() throws IOException {
    List<String> tests =
        new GoldenFiles(GOLDEN, _ -> true)
            .read().keySet().stream().map(DeviationEffects::testOf).distinct().toList();
    List<KnownFault> all = KnownFaults.RECORDED.of(tests, tests, KINDS);
    assertThat(all).allSatisfy(fault -> assertThat(fault.steps()).isNotEmpty());
    assertThat(all).extracting(KnownFault::deviation).contains("lease.slow-by-half");
  }

  @Test
  void aStepIsReadAsItWasWritten() {
    String line =
        "  step 26.5, 1 of 1984 at {block=5, entry=17}: expected PortMask 0xFFFF, received PortMask 0xFFF7";
    FailedStep step = FailedStep.of("C14_024_12", line);
    assertThat(step)
        .isEqualTo(
            new FailedStep(
                "C14_024_12", "26.5", "block=5, entry=17", "PortMask 0xFFFF", "PortMask 0xFFF7"));
  }

  @Test
  void valuesThatDifferAreLessAlikeThanPlacesThatDo() {
    FailedStep known = step("block=5", "LID 0x1", "LID 0x2");
    assertThat(known.agreement(step("block=5", "LID 0x1", "LID 0x2")))
        .isEqualTo(FailedStep.Agreement.SAME);
    assertThat(known.agreement(step("block=6", "LID 0x1", "LID 0x2")))
        .isEqualTo(FailedStep.Agreement.OTHER_PLACES);
    assertThat(known.agreement(step("block=5", "LID 0x1", "LID 0x3")))
        .isEqualTo(FailedStep.Agreement.OTHER_NUMBERS_THERE);
    assertThat(known.agreement(step("block=6", "LID 0x1", "LID 0x3")))
        .isEqualTo(FailedStep.Agreement.OTHER_NUMBERS);
    assertThat(known.agreement(step("block=5", "LID 0x1", "no response")))
        .isEqualTo(FailedStep.Agreement.OTHER);
  }

  private static FailedStep step(String where, String expected, String actual) {
    return FailedStep.seen("T1", "1", where, expected, actual);
  }
}
