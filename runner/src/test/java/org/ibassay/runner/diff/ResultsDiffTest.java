package org.ibassay.runner.diff;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.diff.Results.Assertion;
import org.ibassay.runner.diff.Results.Dut;
import org.ibassay.runner.diff.Results.Noted;
import org.ibassay.runner.diff.Results.Test;
import org.ibassay.runner.diff.VerdictChange.Kind;
import org.jspecify.annotations.Nullable;

class ResultsDiffTest {
  private final List<Dut> olderDuts = new ArrayList<>(List.of(new Dut("sim:ca", "0x1")));
  private final List<Dut> newerDuts = new ArrayList<>(List.of(new Dut("sim:ca", "0x1")));
  private final List<Test> older = new ArrayList<>();
  private final List<Test> newer = new ArrayList<>();
  private final List<Noted> olderReadings = new ArrayList<>();
  private final List<Noted> newerReadings = new ArrayList<>();

  @org.junit.jupiter.api.Test
  void equalResultsDoNotDiffer() {
    older.add(test("C1", 0, Verdict.PASS, "a#1 pass", "a#2 not-applicable"));
    newer.addAll(older);
    assertThat(diff().isEmpty()).isTrue();
  }

  @org.junit.jupiter.api.Test
  void eachAssertionIsComparedSeparately() {
    older.add(test("C1", 0, Verdict.FAIL, "a#1 pass", "a#2 fail", "a#3 fail", "a#4 inconclusive"));
    newer.add(test("C1", 0, Verdict.FAIL, "a#1 fail", "a#2 pass", "a#3 error", "a#4 fail"));
    assertThat(texts(Kind.NEW_FAILURE))
        .containsExactly("sim:ca C1 a#1 pass > fail", "sim:ca C1 a#4 inconclusive > fail");
    assertThat(texts(Kind.FIXED)).containsExactly("sim:ca C1 a#2 fail > pass");
    assertThat(texts(Kind.CHANGED)).containsExactly("sim:ca C1 a#3 fail > error");
  }

  /// The suite has a new assertion, or lost one.
  @org.junit.jupiter.api.Test
  void anAssertionThatOneSideLacksIsADifference() {
    older.add(test("C1", 0, Verdict.PASS, "a#1 pass"));
    newer.add(test("C1", 0, Verdict.FAIL, "a#2 pass", "a#3 fail"));
    assertThat(texts(Kind.NEW_FAILURE)).containsExactly("sim:ca C1 a#3 - > fail");
    assertThat(texts(Kind.CHANGED))
        .containsExactly("sim:ca C1 a#1 pass > -", "sim:ca C1 a#2 - > pass");
  }

  @org.junit.jupiter.api.Test
  void aStepIsNamedOnlyWhereItDoesNotPass() {
    older.add(test("C1", 0, Verdict.PASS));
    newer.add(test("C1", 0, Verdict.FAIL, "step 3 fail"));
    older.add(test("C2", 0, Verdict.FAIL, "step 3 fail"));
    newer.add(test("C2", 0, Verdict.PASS));
    older.add(test("C3", 0, Verdict.FAIL, "step 3 fail"));
    newer.add(test("C3", 0, Verdict.INCONCLUSIVE));
    assertThat(texts(Kind.NEW_FAILURE)).containsExactly("sim:ca C1 step 3 pass > fail");
    assertThat(texts(Kind.FIXED)).containsExactly("sim:ca C2 step 3 fail > pass");
    assertThat(texts(Kind.CHANGED)).containsExactly("sim:ca C3 step 3 fail > -");
  }

  @org.junit.jupiter.api.Test
  void aVerdictThatNoAssertionExplainsIsTheTests() {
    older.add(test("C1", 0, Verdict.PASS, "a#1 pass"));
    newer.add(test("C1", 0, Verdict.ERROR, "a#1 pass"));
    assertThat(texts(Kind.CHANGED)).containsExactly("sim:ca C1 null pass > error");
  }

  @org.junit.jupiter.api.Test
  void aTestThatOneSideLacksIsReported() {
    older.add(test("C1", 0, Verdict.FAIL, "a#1 fail"));
    newer.add(test("C2", 0, Verdict.FAIL, "a#1 fail", "a#2 pass"));
    assertThat(diff().onlyBefore()).extracting(Test::id).containsExactly("C1");
    assertThat(diff().onlyAfter()).extracting(Test::id).containsExactly("C2");
    assertThat(texts(Kind.NEW_FAILURE)).containsExactly("sim:ca C2 a#1 - > fail");
    assertThat(texts(Kind.CHANGED)).isEmpty();
    assertThat(texts(Kind.FIXED)).isEmpty();
  }

  @org.junit.jupiter.api.Test
  void devicesArePairedByUriThenByGuidThenWhereOneIsLeft() {
    olderDuts.addAll(List.of(new Dut("umad:a/1", "0x2"), new Dut("umad:b/1", "0x3")));
    newerDuts.addAll(List.of(new Dut("umad:c/1", null), new Dut("umad:d/1", "0x2")));
    for (int dut = 0; dut < 3; dut++) {
      older.add(test("C1", dut, Verdict.PASS, "a#1 pass"));
      newer.add(test("C1", dut, Verdict.FAIL, "a#1 fail"));
    }
    assertThat(diff().paired())
        .extracting(pair -> pair.older().uri() + " is " + pair.newer().uri())
        .containsExactly("sim:ca is sim:ca", "umad:a/1 is umad:d/1", "umad:b/1 is umad:c/1");
    assertThat(diff().paired())
        .extracting(ResultsDiff.Pair::isRenamed)
        .containsExactly(false, true, true);
    assertThat(diff().paired()).noneMatch(ResultsDiff.Pair::isReplaced);
    assertThat(texts(Kind.NEW_FAILURE)).hasSize(3);
    newerDuts.add(new Dut("umad:e/1", null));
    assertThat(diff().paired()).hasSize(2);
    assertThat(diff().onlyBefore()).hasSize(1);
    assertThat(diff().onlyAfter()).hasSize(1);
  }

  @org.junit.jupiter.api.Test
  void anotherDeviceAtTheSameUriIsReported() {
    newerDuts.set(0, new Dut("sim:ca", "0x2"));
    assertThat(diff().paired()).singleElement().matches(ResultsDiff.Pair::isReplaced);
    newerDuts.set(0, new Dut("sim:ca", null));
    assertThat(diff().paired()).singleElement().matches(pair -> !pair.isReplaced());
  }

  /// Two ports of one device, as two DUTs with the same URI would be.
  @org.junit.jupiter.api.Test
  void devicesOfTheSameUriArePairedInOrder() {
    olderDuts.add(new Dut("sim:ca", "0x1"));
    newerDuts.add(new Dut("sim:ca", "0x1"));
    older.add(test("C1", 0, Verdict.PASS, "a#1 pass"));
    older.add(test("C1", 1, Verdict.FAIL, "a#1 fail"));
    newer.addAll(older);
    assertThat(diff().isEmpty()).isTrue();
  }

  @org.junit.jupiter.api.Test
  void aDeviceThatGoesAnotherWayIsReported() {
    olderDuts.add(new Dut("sim:router", "0x2"));
    newerDuts.addFirst(new Dut("sim:router", "0x2"));
    olderReadings.add(new Noted("same-state", 0, "accept"));
    olderReadings.add(new Noted("other-port-set", 0, "code-0"));
    olderReadings.add(new Noted("vlstall-0", 0, "stored"));
    olderReadings.add(new Noted("same-state", 1, "accept"));
    newerReadings.add(new Noted("same-state", 0, "accept"));
    newerReadings.add(new Noted("same-state", 1, "accept"));
    newerReadings.add(new Noted("same-state", 1, "refuse"));
    newerReadings.add(new Noted("other-port-set", 1, "code-0"));
    newerReadings.add(new Noted("lft-beyond-cap", 1, "0"));
    assertThat(diff().readings())
        .containsExactly(
            new ReadingChange(
                "sim:ca", "same-state", List.of("accept"), List.of("accept", "refuse")));
    assertThat(diff().isEmpty()).isFalse();
  }

  /// A file of schema version 1 has no readings.
  @org.junit.jupiter.api.Test
  void readingsThatOnlyOneFileHasAreNoChange() {
    newerReadings.add(new Noted("same-state", 0, "accept"));
    assertThat(diff().isEmpty()).isTrue();
  }

  private ResultsDiff diff() {
    return new ResultsDiff(
        new Results("a", "then", "1", olderDuts, older, olderReadings, List.of()),
        new Results("b", "now", "2", newerDuts, newer, newerReadings, List.of()));
  }

  private List<String> texts(Kind kind) {
    return diff().of(kind).stream()
        .map(d ->
            "%s %s %s %s > %s"
                .formatted(d.dut(), d.test(), d.assertion(), text(d.before()), text(d.after())))
        .toList();
  }

  private static String text(@Nullable Verdict verdict) {
    return verdict == null ? "-" : verdict.text();
  }

  private static Test test(String id, int dut, Verdict verdict, String... assertions) {
    List<Assertion> all = new ArrayList<>();
    for (String assertion : assertions) {
      int space = assertion.lastIndexOf(' ');
      Verdict own = Verdict.of(assertion.substring(space + 1)).orElseThrow();
      all.add(new Assertion(assertion.substring(0, space), own, false, false));
    }
    return new Test(id, dut, verdict, all);
  }
}
