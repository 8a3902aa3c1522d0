package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

/// On a real link considered lossless, a part whose failure a lost packet would explain is tried
/// once more.
final class SecondTryTest {
  /// The result of a check that fails a given number of times.
  private record Outcome(int tries, long failures, List<String> notes) {}

  private static Outcome carryOut(boolean isSimulated, long frame, int failures) throws Exception {
    int[] tries = new int[1];
    try (ScriptedConnection script = new ScriptedConnection(isSimulated)) {
      Checks checks = script.steps.checks();
      script
          .tt
          .trials()
          .carryOut(() -> {
            tries[0]++;
            checks.verify(frame, tries[0] > failures, () -> "a completion", () -> "none");
          });
      return new Outcome(tries[0], script.failures("2"), script.tt.trials().notes());
    }
  }

  @Test
  void whatIsMissingOnceIsNoFailureAndIsNoted() throws Exception {
    Outcome outcome = carryOut(false, 0, 1);
    assertThat(outcome.tries).isEqualTo(2);
    assertThat(outcome.failures).isZero();
    assertThat(outcome.notes)
        .singleElement()
        .asString()
        .contains("expected a completion, received none", "in a second trial, everything passed");
  }

  @Test
  void whatIsMissingTwiceIsAFailureAndTheSecondTrySaysSo() throws Exception {
    Outcome outcome = carryOut(false, 0, 2);
    assertThat(outcome.tries).isEqualTo(2);
    assertThat(outcome.failures).isOne();
    assertThat(outcome.notes).singleElement().asString().contains("did not pass");
  }

  @Test
  void aWrongPacketIsNoLostOne() throws Exception {
    Outcome outcome = carryOut(false, 7, 1);
    assertThat(outcome.tries).isOne();
    assertThat(outcome.failures).isOne();
    assertThat(outcome.notes).isEmpty();
  }

  @Test
  void aSimulatedCarrierLosesNothing() throws Exception {
    Outcome outcome = carryOut(true, 0, 1);
    assertThat(outcome.tries).isOne();
    assertThat(outcome.failures).isOne();
  }
}
