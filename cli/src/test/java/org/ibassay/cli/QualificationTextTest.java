package org.ibassay.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.qualify.CheckRemovals;
import org.ibassay.qualify.DutOutcome;
import org.ibassay.qualify.Guard;
import org.ibassay.qualify.Mutant;
import org.ibassay.qualify.Outcome;
import org.ibassay.qualify.Outcome.Noted;
import org.ibassay.qualify.Pairs;
import org.ibassay.qualify.Pairs.Change;
import org.ibassay.qualify.Pairs.Kind;
import org.ibassay.qualify.Qualification;
import org.ibassay.qualify.QualificationJson;
import org.ibassay.qualify.SingleCheck;
import org.ibassay.qualify.StrictOutcome;
import org.ibassay.qualify.TakenWay;
import org.ibassay.qualify.UnnoticedReason;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.Reading;
import org.junit.jupiter.api.Test;

/// The output for a suite, and the exit code, with suites that have many problems.
class QualificationTextTest {
  private static final Pairs NO_PAIRS = new Pairs(7, 0, List.of());
  private static final CheckRemovals REMOVALS =
      new CheckRemovals(
          40, List.of(new SingleCheck("T1", "3", "a#01", "Lid", UnnoticedReason.UNKNOWN)));
  private static final Guard GUARDED = new Guard("T1", "a#01", 3, List.of("odd.one", "odd.two"));
  private static final DutOutcome CONFORMING = trial("sim:ca", Verdict.PASS);

  private static DutOutcome trial(String uri, Verdict verdict) {
    Outcome.Assertion assertion = new Outcome.Assertion("a#01", verdict, 1, 0);
    Outcome outcome = new Outcome("T1", verdict, null, List.of(assertion), List.of(), List.of());
    return new DutOutcome(uri, Map.of(), List.of(outcome));
  }

  private static Mutant mutant(Verdict verdict) {
    return new Mutant("odd.one", "is odd", "ca", trial("sim:ca?deviation=odd.one", verdict));
  }

  private static Qualification of(Guard guard, Mutant mutant, DutOutcome variant, Pairs pairs) {
    return new Qualification(
        List.of("T1"),
        true,
        List.of(guard),
        List.of(mutant),
        List.of(variant),
        List.of(),
        pairs,
        REMOVALS);
  }

  private static String text(Qualification found) {
    StringWriter text = new StringWriter();
    new QualificationText(new PrintWriter(text), Terminal.NONE).print(found);
    assertThat(text.toString().lines()).allSatisfy(line -> assertThat(line).hasSizeLessThan(81));
    return text.toString();
  }

  @Test
  void nothingToBeMended() {
    Qualification found = of(GUARDED, mutant(Verdict.FAIL), CONFORMING, NO_PAIRS);
    assertThat(found.exit()).isZero();
    assertThat(text(found))
        .contains("a#01: 2; checked on 3 devices", "odd.one on ca: killed by T1 (1)")
        .contains("1 killed, 0 inconclusive, 0 survived", "no gaps found");
  }

  @Test
  void aCheckThatNobodyWouldMissIsReported() {
    assertThat(text(of(GUARDED, mutant(Verdict.FAIL), CONFORMING, NO_PAIRS)))
        .contains("for any deviation at their step\n\n  - T1 step 3 [a#01]: Lid\n")
        .contains("40, each removed in turn: 1 (2.5 %) not missed by any deviation");
  }

  @Test
  void inconclusiveIsNoSurvivor() {
    Qualification found = of(GUARDED, mutant(Verdict.INCONCLUSIVE), CONFORMING, NO_PAIRS);
    assertThat(found.exit()).isZero();
    assertThat(text(found)).contains("odd.one on ca: inconclusive in T1 (1)");
  }

  @Test
  void aSurvivorIsReported() {
    Qualification found = of(GUARDED, mutant(Verdict.PASS), CONFORMING, NO_PAIRS);
    assertThat(found.exit()).isOne();
    assertThat(text(found)).contains("Survivors\n\n  - sim:ca?deviation=odd.one\n");
  }

  @Test
  void ofSomeTestsASurvivorIsNoMatter() {
    Qualification found =
        new Qualification(
            List.of("T1"),
            false,
            List.of(GUARDED),
            List.of(mutant(Verdict.PASS)),
            List.of(CONFORMING),
            List.of(),
            NO_PAIRS,
            REMOVALS);
    assertThat(found.exit()).isZero();
    assertThat(text(found)).contains("1 not noticed").doesNotContain("odd.one on ca");
  }

  @Test
  void anAssertionThatNothingFailsIsReported() {
    Guard guard = new Guard("T1", "a#01", 0, List.of());
    Qualification found = of(guard, mutant(Verdict.FAIL), CONFORMING, NO_PAIRS);
    assertThat(found.exit()).isOne();
    assertThat(text(found))
        .contains("Guarded by none\n\n  - T1 a#01\n", "never checked\n\n  - T1 a#01\n");
  }

  @Test
  void aConformingDeviceThatDoesNotPassIsReported() {
    Qualification found =
        of(GUARDED, mutant(Verdict.FAIL), trial("sim:ca?lid=17", Verdict.FAIL), NO_PAIRS);
    assertThat(found.exit()).isOne();
    assertThat(text(found))
        .contains("do not pass\n\n  - sim:ca?lid=17: T1 where the verdict is fail\n");
  }

  @Test
  void whyAConformingDeviceDoesNotPassIsReported() {
    Outcome outcome =
        new Outcome(
            "T1",
            Verdict.FAIL,
            null,
            List.of(new Outcome.Assertion("a#02", Verdict.INCONCLUSIVE, 0, 0)),
            List.of(new Outcome.Failure("A5", 1, 2, "{}", "Status.Code 3", "Status.Code 2")),
            List.of(),
            List.of(),
            List.of(new Noted(Reading.SAME_STATE, Set.of("refuse"), Set.of())));
    DutOutcome variant = new DutOutcome("sim:ca", Map.of(), List.of(outcome));
    assertThat(text(of(GUARDED, mutant(Verdict.FAIL), variant, NO_PAIRS)))
        .contains("sim:ca: T1 where step A5 fails, a#02 is inconclusive, it sees\n")
        .contains("    same-state=refuse\n");
  }

  /// A device that goes another way should fail the test, but passes it.
  @Test
  void aStrictRunThatFailsTooLittleIsReported() {
    TakenWay refuse = new TakenWay(Reading.SAME_STATE, "refuse");
    TakenWay accept = new TakenWay(Reading.SAME_STATE, "accept");
    DutOutcome passing = going(refuse);
    Qualification found =
        new Qualification(
            List.of("T1"),
            true,
            List.of(GUARDED),
            List.of(),
            List.of(passing),
            List.of(
                new StrictOutcome(refuse, passing, passing),
                new StrictOutcome(accept, passing, passing)),
            NO_PAIRS,
            REMOVALS);
    assertThat(found.exit()).isOne();
    assertThat(text(found))
        .contains(
            "strict runs fail\n\n  - same-state=refuse: sim:ca?same-state=refuse, which follows refuse,")
        .contains("too little\n\n  - same-state=accept on sim:ca?same-state=refuse: T1\n");
    assertThat(QualificationJson.text(found, "1").replaceAll("\\s+", ""))
        .contains("\"readings\":[{\"id\":\"same-state\",\"way\":\"refuse\",\"tests\":[\"T1\"]}]")
        .contains("\"asked\":{\"id\":\"same-state\",\"way\":\"accept\"}");
  }

  private static DutOutcome going(TakenWay way) {
    Noted noted = new Noted(way.reading(), Set.of(way.way()), Set.of("A1"));
    Outcome outcome =
        new Outcome(
            "T1", Verdict.PASS, null, List.of(), List.of(), List.of(), List.of(), List.of(noted));
    return new DutOutcome("sim:ca?" + way, Map.of(), List.of(way), List.of(outcome));
  }

  @Test
  void troubleOfTheTesterIsReported() {
    Qualification found = of(GUARDED, mutant(Verdict.ERROR), CONFORMING, NO_PAIRS);
    assertThat(found.exit()).isOne();
    assertThat(text(found)).contains("tester errors\n\n  - sim:ca?deviation=odd.one\n");
  }

  @Test
  void aFaultThatHidesAnotherIsReported() {
    Change hidden = new Change(Kind.HIDDEN, "sim:ca?b", "T1", "", Verdict.FAIL, Verdict.PASS);
    Change moved = new Change(Kind.MOVED, "sim:ca?c", "T1", "a#01", Verdict.FAIL, Verdict.PASS);
    Qualification found =
        of(GUARDED, mutant(Verdict.FAIL), CONFORMING, new Pairs(7, 2, List.of(hidden, moved)));
    assertThat(found.exit()).isOne();
    assertThat(text(found))
        .contains("2 (--seed 7): 1 hide a fault", "1 moved", "sim:ca?b: T1 pass, alone fail")
        .doesNotContain("sim:ca?c");
    assertThat(QualificationJson.text(found, "1"))
        .contains("\"kind\" : \"moved\"", "\"exit\" : 1", "\"hidden\" : 1");
  }

  @Test
  void nothingApplied() {
    Qualification found =
        of(
            GUARDED,
            mutant(Verdict.NOT_APPLICABLE),
            trial("sim:ca", Verdict.NOT_APPLICABLE),
            NO_PAIRS);
    assertThat(found.exit()).isEqualTo(3);
  }
}
