package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.ibassay.suite.Reading;
import org.jspecify.annotations.Nullable;

/// The outcome of one test on one simulated DUT.
///
/// @param test id of the test
/// @param verdict verdict of the test
/// @param reason why it is not a plain pass or fail, or null
/// @param assertions outcome of each assertion that the test claims, and of failed steps without
///   one
/// @param failures one for each step with failed checks
/// @param checked the fields that its steps checked
/// @param notRestored what the test changed and no Set could restore
/// @param readings ways of readings that the test observed
public record Outcome(
    String test,
    Verdict verdict,
    @Nullable String reason,
    List<Assertion> assertions,
    List<Failure> failures,
    List<CheckedStep> checked,
    List<String> notRestored,
    List<Noted> readings) {

  /// An outcome without readings and checked fields.
  public Outcome(
      String test,
      Verdict verdict,
      @Nullable String reason,
      List<Assertion> assertions,
      List<Failure> failures,
      List<String> notRestored) {
    this(test, verdict, reason, assertions, failures, List.of(), notRestored, List.of());
  }

  /// Copies the lists.
  public Outcome {
    readings = List.copyOf(readings);
    assertions = List.copyOf(assertions);
    failures = List.copyOf(failures);
    checked = List.copyOf(checked);
    notRestored = List.copyOf(notRestored);
  }

  /// The outcome of one assertion.
  ///
  /// @param id e.g. `v1c14-024.1.1#12.02`
  /// @param verdict combined verdict of its checks
  /// @param checks number of checks, failed ones included
  /// @param failures number of failed checks
  public record Assertion(String id, Verdict verdict, long checks, long failures) {
    /// Whether it is neither passed nor not applicable.
    public boolean isNoticed() {
      return Outcome.isNoticed(verdict);
    }

    private static Assertion of(AssertionResult result) {
      return new Assertion(result.id(), result.verdict(), result.checks(), result.failures());
    }
  }

  /// A step with failed checks.
  ///
  /// @param step its id on the page
  /// @param failures number of failed checks
  /// @param checks number of checks
  /// @param where places of the failures in repetitions
  /// @param expected expected value of the first failure
  /// @param actual received value of the first failure
  public record Failure(
      String step, long failures, long checks, String where, String expected, String actual) {
    private static Failure of(String step, CheckLog.Tally tally) {
      CheckLog.Failure first = tally.examples().getFirst();
      return new Failure(
          step, tally.failures(), tally.checks(), tally.where(), first.expected(), first.actual());
    }
  }

  /// The fields checked at a step.
  ///
  /// @param step its id on the page
  /// @param fields names; an empty one stands for conditions on more than one field
  /// @param failed those with a failed check
  public record CheckedStep(String step, Set<String> fields, Set<String> failed) {
    /// Copies the sets.
    public CheckedStep {
      fields = Set.copyOf(fields);
      failed = Set.copyOf(failed);
    }
  }

  /// A reading that the test met.
  ///
  /// @param ways ids of the ways that it observed
  /// @param open steps with checks that were skipped because the run left the reading open
  public record Noted(Reading reading, Set<String> ways, Set<String> open) {
    /// Copies the sets.
    public Noted {
      ways = Set.copyOf(ways);
      open = Set.copyOf(open);
    }

    private static Noted of(Reading reading, Set<String> ways, CheckLog log) {
      return new Noted(
          reading,
          ways,
          log.steps().entrySet().stream()
              .filter(step -> step.getValue().open().contains(reading))
              .map(Map.Entry::getKey)
              .collect(Collectors.toSet()));
    }
  }

  /// The outcome of a test that was not run because the deviation cannot affect it.
  static Outcome untouched(Page page) {
    return new Outcome(
        page.id(), Verdict.NOT_APPLICABLE, "untouched", List.of(), List.of(), List.of());
  }

  static Outcome of(TestResult result) {
    List<Failure> failures = new ArrayList<>();
    result
        .log()
        .steps()
        .forEach((step, tally) -> {
          if (tally.failures() > 0) {
            failures.add(Failure.of(step, tally));
          }
        });
    return new Outcome(
        result.page().id(),
        result.verdict(),
        result.reason(),
        result.judgement().assertions().stream().map(Assertion::of).toList(),
        failures,
        result.log().steps().entrySet().stream()
            .map(e ->
                new CheckedStep(e.getKey(), e.getValue().subjects(), e.getValue().failedSubjects()))
            .toList(),
        result.notRestored().stream().map(TestResult.Left::text).toList(),
        result.log().readings().entrySet().stream()
            .map(noted -> Noted.of(noted.getKey(), noted.getValue(), result.log()))
            .toList());
  }

  /// Whether the test met that reading.
  boolean meets(Reading reading) {
    return readings.stream().anyMatch(noted -> noted.reading == reading);
  }

  /// The ways that the test observed.
  List<TakenWay> ways() {
    return readings.stream()
        .flatMap(noted -> noted.ways.stream().map(way -> new TakenWay(noted.reading, way)))
        .toList();
  }

  /// The steps with checks that were skipped because the run left that reading open.
  Set<String> openSteps(Reading reading) {
    return readings.stream()
        .filter(noted -> noted.reading == reading)
        .flatMap(noted -> noted.open.stream())
        .collect(Collectors.toSet());
  }

  /// The steps with failed checks.
  Set<String> failedSteps() {
    return failures.stream().map(Failure::step).collect(Collectors.toSet());
  }

  /// Whether exactly these steps failed, and the test noticed nothing else.
  boolean failsJust(Set<String> steps) {
    boolean isDecided =
        assertions.stream().allMatch(a -> !a.isNoticed() || a.verdict() == Verdict.FAIL);
    return failedSteps().equals(steps)
        && (steps.isEmpty() ? !isNoticed() : verdict == Verdict.FAIL && isDecided);
  }

  /// Returns a summary of what the test noticed: failed steps, undecided assertions, state not
  /// restored, and ways of readings other than the first.
  public String noticed() {
    List<String> said = new ArrayList<>();
    new TreeSet<>(failedSteps()).forEach(step -> said.add("step " + step + " fails"));
    assertions.stream()
        .filter(a -> a.isNoticed() && a.verdict() != Verdict.FAIL)
        .forEach(a -> said.add(a.id() + " is " + a.verdict().text()));
    said.addAll(notRestored);
    ways().stream().filter(way -> !way.isFirst()).forEach(way -> said.add("it sees " + way));
    return said.isEmpty() ? "the verdict is " + verdict.text() : String.join(", ", said);
  }

  /// Whether the tester had an error, even if the test failed.
  public boolean isTroubled() {
    return verdict == Verdict.ERROR || (reason != null && reason.startsWith(TestResult.BROKEN));
  }

  /// Whether the test noticed a fault.
  public boolean isNoticed() {
    return isNoticed(verdict);
  }

  static boolean isNoticed(Verdict verdict) {
    return verdict != Verdict.PASS && verdict != Verdict.NOT_APPLICABLE;
  }
}
