package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.CheckLog;
import org.jspecify.annotations.Nullable;

/// What became of one test on one simulated DUT.
///
/// @param test its id
/// @param verdict of the test
/// @param reason why it is not a plain pass or fail, or null
/// @param assertions what became of each that the test claims, and of steps that failed without one
/// @param failures one for each step with checks that failed
/// @param checked the fields that its steps checked
/// @param notRestored what the test changed and no Set could put back
public record Outcome(
    String test,
    Verdict verdict,
    @Nullable String reason,
    List<Assertion> assertions,
    List<Failure> failures,
    List<CheckedStep> checked,
    List<String> notRestored) {

  /// Keeps copies.
  public Outcome {
    assertions = List.copyOf(assertions);
    failures = List.copyOf(failures);
    checked = List.copyOf(checked);
    notRestored = List.copyOf(notRestored);
  }

  /// What became of one assertion.
  ///
  /// @param id e.g. `v1c14-024.1.1#12.02`
  /// @param verdict of its checks together
  /// @param checks made, failed ones included
  /// @param failures how many of them failed
  public record Assertion(String id, Verdict verdict, long checks, long failures) {
    /// Whether it neither passed nor did not apply.
    public boolean isNoticed() {
      return Outcome.isNoticed(verdict);
    }

    private static Assertion of(AssertionResult result) {
      return new Assertion(result.id(), result.verdict(), result.checks(), result.failures());
    }
  }

  /// A step with checks that failed.
  ///
  /// @param step its id on the page
  /// @param failures how many checks failed
  /// @param checks how many were made
  /// @param where in repetitions they failed
  /// @param expected of the first that failed
  /// @param actual of the first that failed
  public record Failure(
      String step, long failures, long checks, String where, String expected, String actual) {
    private static Failure of(String step, CheckLog.Tally tally) {
      CheckLog.Failure first = tally.examples().getFirst();
      return new Failure(
          step,
          tally.failures(),
          tally.checks(),
          tally.failedPlaces().toString(),
          first.expected(),
          first.actual());
    }
  }

  /// What a step checked.
  ///
  /// @param step its id on the page
  /// @param fields by name; an empty one stands for conditions on more than a field
  /// @param failed those of which a check failed
  public record CheckedStep(String step, Set<String> fields, Set<String> failed) {
    /// Keeps copies.
    public CheckedStep {
      fields = Set.copyOf(fields);
      failed = Set.copyOf(failed);
    }
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
                new CheckedStep(
                    e.getKey(), e.getValue().subjects(), e.getValue().failedSubjects()))
            .toList(),
        result.notRestored().stream().map(TestResult.Left::text).toList());
  }

  /// Whether the test noticed that something is not as it should be.
  public boolean isNoticed() {
    return isNoticed(verdict);
  }

  static boolean isNoticed(Verdict verdict) {
    return verdict != Verdict.PASS && verdict != Verdict.NOT_APPLICABLE;
  }
}
