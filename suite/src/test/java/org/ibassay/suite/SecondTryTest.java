package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/// Where a real carrier is held to lose nothing, what a lost packet explains is tried once more.
final class SecondTryTest {
  private ScriptedConnection script;
  private int tries;

  private void carryOut(boolean isSimulated, long frame, int failures) throws Exception {
    script = new ScriptedConnection(isSimulated);
    script
        .tt
        .tries()
        .carryOut(() -> {
          tries++;
          script.steps.checks().verify(frame, tries > failures, () -> "a completion", () -> "none");
        });
  }

  @AfterEach
  void close() {
    script.close();
  }

  @Test
  void whatIsMissingOnceIsNoFailureAndIsNoted() throws Exception {
    carryOut(false, 0, 1);
    assertThat(tries).isEqualTo(2);
    assertThat(script.steps.log().allPassed()).isTrue();
    assertThat(script.tt.tries().notes())
        .singleElement()
        .asString()
        .contains("expected a completion, received none", "at a second try all passed");
  }

  @Test
  void whatIsMissingTwiceIsAFailureAndTheSecondTrySaysSo() throws Exception {
    carryOut(false, 0, 2);
    assertThat(tries).isEqualTo(2);
    assertThat(script.failures("2")).isOne();
    assertThat(script.tt.tries().notes()).singleElement().asString().contains("did not pass");
  }

  @Test
  void aWrongPacketIsNoLostOne() throws Exception {
    carryOut(false, 7, 1);
    assertThat(tries).isOne();
    assertThat(script.failures("2")).isOne();
    assertThat(script.tt.tries().notes()).isEmpty();
  }

  @Test
  void aSimulatedCarrierLosesNothing() throws Exception {
    carryOut(true, 0, 1);
    assertThat(tries).isOne();
    assertThat(script.failures("2")).isOne();
  }
}
