package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import org.junit.jupiter.api.Test;

final class CheckLogTest {
  private static CheckLog.Failure failure(String step, int block) {
    return new CheckLog.Failure(
        step, Place.NOWHERE.at("block", block), "code 7", "code 0", 100 + block);
  }

  private static CheckLog.Tally tally(CheckLog log, String step) {
    return Objects.requireNonNull(log.steps().get(step));
  }

  @Test
  void countsAreExactAndExamplesAreFew() {
    CheckLog log = new CheckLog();
    for (int block = 0; block < 20; block++) {
      log.pass("7");
      log.fail(failure("7", block));
    }
    assertThat(tally(log, "7").checks()).isEqualTo(40);
    assertThat(tally(log, "7").failures()).isEqualTo(20);
    assertThat(tally(log, "7").examples()).hasSize(CheckLog.EXAMPLES);
    assertThat(tally(log, "7").examples().getFirst().packet()).isEqualTo(100);
    assertThat(tally(log, "7").where()).isEqualTo("block=0-19");
    assertThat(log.allPassed()).isFalse();
  }

  @Test
  void placesAreTextAsInMessages() {
    Place place = Place.NOWHERE.at("LID", 17).at("NodeGUID", 0x8002_C903_0000_1000L);
    CheckLog log = new CheckLog();
    log.fail(new CheckLog.Failure("7", place, "code 7", "code 0", 100));
    assertThat(tally(log, "7").where()).isEqualTo("LID=0x0011, NodeGUID=0x8002C90300001000");
    log.fail(new CheckLog.Failure("8", Place.NOWHERE, "code 7", "code 0", 101));
    assertThat(tally(log, "8").where()).isEmpty();
  }

  @Test
  void stepsKeepApart() {
    CheckLog log = new CheckLog();
    log.pass("7");
    log.fail(failure("10", 3));
    log.pass("7");
    assertThat(tally(log, "7").checks()).isEqualTo(2);
    assertThat(tally(log, "7").failures()).isZero();
    assertThat(tally(log, "10").failures()).isEqualTo(1);
  }

  @Test
  void mergingKeepsOrderAndEveryCount() {
    CheckLog first = new CheckLog();
    first.notApplicable("10", "no table");
    first.fail(failure("7", 0));
    first.inconclusive("8", "no response");
    CheckLog second = new CheckLog();
    second.notApplicable("9", "every value is legal");
    second.fail(failure("7", 1));
    second.pass("7");
    second.inconclusive("8", "no response");
    second.notApplicable("10", "no table");
    first.addAll(second);
    assertThat(tally(first, "7").checks()).isEqualTo(3);
    assertThat(tally(first, "7").examples())
        .extracting(f -> f.where().toString())
        .containsExactly("block 0", "block 1");
    assertThat(tally(first, "8").inconclusive()).containsExactly("no response");
    assertThat(tally(first, "9").notApplicable()).containsExactly("every value is legal");
    assertThat(tally(first, "10").notApplicable()).containsExactly("no table");
    assertThat(tally(first, "10").doubtful()).containsExactly("no table");
    assertThat(first.whyMissed()).isEqualTo("not reached, after a check failed at step 7");
  }
}
