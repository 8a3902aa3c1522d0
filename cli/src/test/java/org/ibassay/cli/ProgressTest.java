package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {
  @Test
  void goesOnThroughAllPartsOfATest() {
    Progress progress = new Progress(() -> 0);
    progress.begin();
    assertThat(progress.at(1, 4)).isEqualTo(" 25%");
    assertThat(progress.at(4, 4)).isEqualTo(" 100%");
    assertThat(progress.at(0, 2)).isEqualTo(" part 2 0%");
    assertThat(progress.at(1, 2)).isEqualTo(" part 2 50%");
    progress.begin();
    assertThat(progress.at(1, 2)).isEqualTo(" 50%");
  }

  @Test
  void saysWhereTheRunIsAndHowLongItHasTaken() {
    AtomicLong now = new AtomicLong();
    Progress progress = new Progress(now::get);
    progress.beginRun(3);
    assertThat(progress.ofRun()).isEqualTo(" (1 of 3)");
    progress.end();
    now.set(125_000_000_000L);
    assertThat(progress.ofRun()).isEqualTo(" (2 of 3, 2:05 min)");
  }

  @Test
  void isDueOnceAMinute() {
    AtomicLong now = new AtomicLong();
    Progress progress = new Progress(now::get);
    progress.beginRun(3);
    now.set(59_000_000_000L);
    assertThat(progress.isDue()).isFalse();
    now.set(60_000_000_000L);
    assertThat(progress.isDue()).isTrue();
    assertThat(progress.isDue()).isFalse();
  }

  @Test
  void saysHowLongAPartWillTake() {
    AtomicLong now = new AtomicLong();
    Progress progress = new Progress(now::get);
    progress.begin();
    now.set(500_000_000L);
    assertThat(progress.at(1, 100)).isEqualTo(" 1%");
    now.set(2_000_000_000L);
    assertThat(progress.at(10, 100)).isEqualTo(" 10%, 18 s left");
    assertThat(progress.at(99, 100)).isEqualTo(" 99%");
    assertThat(progress.at(0, 1000)).isEqualTo(" part 2 0%");
    now.set(4_000_000_000L);
    assertThat(progress.at(10, 1000)).isEqualTo(" part 2 1%, 3 min left");
  }
}
