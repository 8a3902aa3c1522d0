package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class StimuliTest {
  private final Stimuli stimuli = new Stimuli();

  @Test
  void ofAPacketItIsWhatItAnswers() {
    stimuli.sent(1);
    stimuli.sent(2);
    stimuli.received(3, 1);
    stimuli.received(4, 0);
    assertThat(stimuli.of(3)).isEqualTo(1);
    assertThat(stimuli.of(4)).isZero();
    assertThat(stimuli.of(5)).isZero();
  }

  @Test
  void whatIsAboutNoPacketIsAboutTheLastOneSent() {
    assertThat(stimuli.of(0)).isZero();
    stimuli.sent(1);
    stimuli.received(0, 1);
    assertThat(stimuli.of(0)).isEqualTo(1);
    stimuli.received(2, 1);
    stimuli.forget();
    assertThat(stimuli.of(0)).isZero();
    assertThat(stimuli.latest()).isEqualTo(2);
  }

  @Test
  void onlyTheLastOnesAreKept() {
    for (int i = 0; i < 100; i++) {
      stimuli.received(2000 + i, 1000 + i);
    }
    assertThat(stimuli.of(2099)).isEqualTo(1099);
    assertThat(stimuli.of(2036)).isEqualTo(1036);
    assertThat(stimuli.of(2035)).isZero();
  }
}
