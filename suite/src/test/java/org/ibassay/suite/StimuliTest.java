package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StimuliTest {
  private final Stimuli stimuli = new Stimuli();

  @Test
  void anAnswerBelongsToWhatWasSentBefore() {
    stimuli.sent(1);
    stimuli.answered(2);
    stimuli.sent(3);
    stimuli.answered(5);
    stimuli.answered(6);
    assertThat(stimuli.of(2)).isEqualTo(1);
    assertThat(stimuli.of(5)).isEqualTo(3);
    assertThat(stimuli.of(6)).isEqualTo(3);
    assertThat(stimuli.of(4)).isZero();
  }

  @Test
  void whatDidNotComeWouldHaveAnsweredTheLast() {
    assertThat(stimuli.of(0)).isZero();
    stimuli.sent(1);
    stimuli.answered(0);
    assertThat(stimuli.of(0)).isEqualTo(1);
  }

  @Test
  void onlyTheLastOnesAreKept() {
    for (int i = 0; i < 100; i++) {
      stimuli.sent(1000 + i);
      stimuli.answered(2000 + i);
    }
    assertThat(stimuli.of(2099)).isEqualTo(1099);
    assertThat(stimuli.of(2036)).isEqualTo(1036);
    assertThat(stimuli.of(2035)).isZero();
  }
}
