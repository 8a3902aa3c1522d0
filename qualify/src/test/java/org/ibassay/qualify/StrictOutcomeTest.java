package org.ibassay.qualify;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.suite.Reading.SAME_STATE;

import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.qualify.Outcome.Noted;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.Reading;
import org.junit.jupiter.api.Test;

/// Tests in a run that is strict about a reading, which fail as expected, or in more or fewer
/// checks.
final class StrictOutcomeTest {
  private static final TakenWay ACCEPT = TakenWay.first(SAME_STATE);
  private static final TakenWay REFUSE = new TakenWay(SAME_STATE, "refuse");
  private static final DutOutcome OPEN = outcome(REFUSE, Verdict.PASS, Set.of("A1"));

  private static DutOutcome outcome(
      TakenWay way, Verdict verdict, Set<String> open, String... failing) {
    List<Outcome.Failure> failures =
        List.of(failing).stream()
            .map(step -> new Outcome.Failure(step, 1, 1, "", "code 0", "code 7"))
            .toList();
    Noted noted = new Noted(way.reading(), Set.of(way.way()), open);
    Outcome test =
        new Outcome("T1", verdict, null, List.of(), failures, List.of(), List.of(), List.of(noted));
    return new DutOutcome("sim:ca", Map.of(), List.of(REFUSE), List.of(test));
  }

  private static StrictOutcome run(TakenWay asked, Verdict verdict, String... failing) {
    return new StrictOutcome(asked, OPEN, outcome(REFUSE, verdict, Set.of(), failing));
  }

  @Test
  void aDeviceThatGoesTheWayPasses() {
    assertThat(run(REFUSE, Verdict.PASS).wrong()).isEmpty();
    assertThat(run(REFUSE, Verdict.FAIL, "A1").wrong()).hasSize(1);
  }

  @Test
  void aDeviceThatGoesAnotherFailsInTheChecksOfTheReading() {
    assertThat(run(ACCEPT, Verdict.FAIL, "A1").wrong()).isEmpty();
    assertThat(run(ACCEPT, Verdict.FAIL, "A1", "7").wrong()).hasSize(1);
    assertThat(run(ACCEPT, Verdict.FAIL, "7").wrong()).hasSize(1);
    assertThat(run(ACCEPT, Verdict.PASS).wrong()).hasSize(1);
  }

  @Test
  void aDeviceThatGoesAWayThatItDoesNotNameIsWronged() {
    TakenWay other = new TakenWay(Reading.OTHER_PORT_SET, "code-7");
    assertThat(outcome(REFUSE, Verdict.PASS, Set.of()).wrong()).isEmpty();
    assertThat(outcome(ACCEPT, Verdict.PASS, Set.of()).wrong()).isEmpty();
    assertThat(outcome(other, Verdict.PASS, Set.of()).wrong()).hasSize(1);
  }
}
