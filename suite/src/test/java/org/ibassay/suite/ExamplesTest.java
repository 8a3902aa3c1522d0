package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.LongFunction;
import org.junit.jupiter.api.Test;

class ExamplesTest {
  private static final int MANY = 8192;

  /// The positions of the failures chosen as examples.
  private static List<Long> shown(long failures, int most, LongFunction<String> received) {
    CheckLog log = new CheckLog();
    for (long i = 0; i < failures; i++) {
      log.fail(failure(i, received.apply(i)));
    }
    return places(log, most);
  }

  private static CheckLog.Failure failure(long block, String received) {
    return new CheckLog.Failure("7", Place.NOWHERE.at("block", block), "0", received, block);
  }

  private static List<Long> places(CheckLog log, int most) {
    return Objects.requireNonNull(log.steps().get("7")).spread(most).stream()
        .map(CheckLog.Failure::packet)
        .toList();
  }

  @Test
  void fewAreShownInOrder() {
    assertThat(shown(5, 8, Long::toString)).containsExactly(0L, 1L, 2L, 3L, 4L);
  }

  @Test
  void theFirstTheLastAndOneFromTheMiddleAreShown() {
    List<Long> shown = shown(MANY, 3, i -> "7");
    assertThat(shown).hasSize(3).isSorted().startsWith(0L);
    assertThat(shown.get(1)).isBetween(MANY / 3L, 2 * MANY / 3L);
    assertThat(shown.get(2)).isGreaterThan(MANY * 9L / 10);
  }

  @Test
  void eachValueReceivedIsShown() {
    assertThat(shown(MANY, 8, i -> i == 40 ? "6" : "7")).hasSize(8).contains(0L, 40L);
    assertThat(shown(MANY, 3, i -> i == 40 ? "6" : "7")).contains(0L, 40L);
  }

  @Test
  void iterationsOfARepetitionCountAsOneRow() {
    CheckLog log = new CheckLog();
    List<CheckLog> iterations = new ArrayList<>();
    for (long i = 0; i < MANY; i++) {
      CheckLog inner = new CheckLog();
      inner.fail(failure(i, i == MANY - 1 ? "6" : "7"));
      iterations.add(inner);
    }
    iterations.forEach(log::addAll);
    assertThat(places(log, 8)).hasSize(8).isSorted().startsWith(0L).endsWith(MANY - 1L);
  }

  @Test
  void countsAreKeptBySubjectAndPort() {
    CheckLog log = new CheckLog();
    Place first = Place.NOWHERE.at("port", 1);
    Place second = Place.NOWHERE.at("port", 2).at("AttributeModifier", 0);
    log.pass("7", first, "LID");
    log.fail("7", second, "LID", () -> failure(1, "2"));
    log.pass("7", second, "LMC");
    CheckLog.Tally tally = Objects.requireNonNull(log.steps().get("7"));
    assertThat(tally.checks("LID")).isEqualTo(2);
    assertThat(tally.failures("LID")).isEqualTo(1);
    assertThat(tally.failures("LMC")).isZero();
    assertThat(tally.checkedPorts()).hasToString("{AttributeModifier=0, port=1-2}");
  }
}
