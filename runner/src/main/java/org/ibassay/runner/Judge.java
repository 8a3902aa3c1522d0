package org.ibassay.runner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.CheckLog.Tally;
import org.ibassay.suite.Page;
import org.ibassay.suite.Page.Step;
import org.jspecify.annotations.Nullable;

/// Turns the checks of a procedure into verdicts. The worst verdict wins everywhere; where it is
/// open whether a check was made, it was not.
///
/// - An assertion *fails* when a check at one of its steps failed, whatever happened later.
/// - A procedure that was cut short leaves every other assertion undecided, also one with checks
///   that held: those still to come might not have.
/// - A test passes only when a step of its procedure checked one of its assertions: neither answers
///   that look right ([Page#always]) nor a start that was reached are what a test is for.
final class Judge {
  private final Page page;
  private final Map<String, Tally> tallies;
  private final Ending ending;

  private Judge(Page page, CheckLog log, Ending ending) {
    this.page = page;
    this.tallies = log.steps();
    this.ending = ending;
  }

  static Judgement judge(Page page, CheckLog log, Ending ending) {
    return new Judge(page, log, ending).judgement();
  }

  private Judgement judgement() {
    List<AssertionResult> assertions = new ArrayList<>();
    for (String id : page.claimed()) {
      assertions.add(result(id, at(step -> step.assertions().contains(id))));
    }
    stepsWithoutAssertion().map(this::withoutAssertion).forEach(assertions::add);
    if (ending instanceof Ending.NotRun(Verdict verdict, String why)) {
      return new Judgement(verdict, verdict, why, assertions);
    }
    String bug = bug();
    Outcome beside = besideFailures(bug);
    boolean failed = assertions.stream().anyMatch(a -> a.verdict() == Verdict.FAIL);
    Verdict verdict = failed ? Verdict.FAIL : beside.verdict;
    return new Judgement(
        verdict, beside.verdict, reason(verdict, bug, assertions, beside), assertions);
  }

  /// @param why given where it does not follow from the assertions
  private record Outcome(Verdict verdict, @Nullable String why) {}

  /// What the procedure comes to when the checks that failed are left aside.
  private Outcome besideFailures(@Nullable String bug) {
    boolean isOpen = tallies.values().stream().anyMatch(t -> !t.inconclusive().isEmpty());
    Verdict worst =
        Verdict.worst(
            Stream.of(
                ending.undecided(),
                bug == null ? Verdict.PASS : Verdict.ERROR,
                isOpen ? Verdict.INCONCLUSIVE : Verdict.PASS));
    return worst == Verdict.PASS ? withoutObjection() : new Outcome(worst, null);
  }

  /// Nothing stayed open: did the procedure check anything that it is for?
  private Outcome withoutObjection() {
    List<Tally> procedure = at(page.procedure()::contains);
    List<Tally> ofAssertions =
        at(step -> page.procedure().contains(step) && !step.assertions().isEmpty());
    if (ofAssertions.stream().anyMatch(t -> t.checks() > 0)) {
      return new Outcome(Verdict.PASS, null);
    }
    String why = joined(reasons(procedure, Tally::notApplicable));
    return why == null
        ? new Outcome(Verdict.INCONCLUSIVE, "the procedure made no check")
        : new Outcome(Verdict.NOT_APPLICABLE, why);
  }

  private AssertionResult result(String id, List<Tally> own) {
    long checks = own.stream().mapToLong(Tally::checks).sum();
    long failures = own.stream().mapToLong(Tally::failures).sum();
    String open = joined(reasons(own, Tally::inconclusive));
    String excused = joined(reasons(own, Tally::notApplicable));
    Verdict verdict;
    String reason;
    if (failures > 0) {
      verdict = Verdict.FAIL;
      reason = null;
    } else if (ending.undecided() != Verdict.PASS) {
      verdict = ending.undecided();
      reason = ending.reason();
    } else if (open != null) {
      verdict = Verdict.INCONCLUSIVE;
      reason = open;
    } else if (checks > 0) {
      verdict = Verdict.PASS;
      reason = excused == null ? null : "not applicable in part: " + excused;
    } else {
      verdict = Verdict.NOT_APPLICABLE;
      reason = excused == null ? "the procedure does not come to its steps on this DUT" : excused;
    }
    return new AssertionResult(id, verdict, reason, checks, failures, examples(own));
  }

  /// A page may check at a step that it gives no assertion; such a check counts all the same.
  private Stream<String> stepsWithoutAssertion() {
    return tallies.entrySet().stream()
        .filter(e -> e.getValue().failures() > 0 || !e.getValue().inconclusive().isEmpty())
        .map(Map.Entry::getKey)
        .filter(step -> page.step(step).map(s -> s.assertions().isEmpty()).orElse(true));
  }

  private AssertionResult withoutAssertion(String step) {
    return result("step " + step, List.of(Objects.requireNonNull(tallies.get(step))));
  }

  /// What the test did that no test may, or null.
  private @Nullable String bug() {
    for (String step : tallies.keySet()) {
      if (page.step(step).isEmpty()) {
        return "the test itself is broken: it checks at step " + step + ", which its page lacks";
      }
    }
    if (!(ending instanceof Ending.Complete(boolean passed))) {
      return null;
    }
    boolean failed = tallies.values().stream().anyMatch(t -> t.failures() > 0);
    boolean open = tallies.values().stream().anyMatch(t -> !t.inconclusive().isEmpty());
    if (passed && failed) {
      return "the test itself is broken: execute() came out true although a check failed";
    }
    if (!passed && !failed && !open) {
      return "the test itself is broken: execute() came out false although no check failed";
    }
    return null;
  }

  private @Nullable String reason(
      Verdict verdict, @Nullable String bug, List<AssertionResult> assertions, Outcome beside) {
    List<String> reasons = new ArrayList<>();
    Stream.of(bug, ending.reason()).filter(Objects::nonNull).forEach(reasons::add);
    if (verdict == Verdict.FAIL || verdict == Verdict.PASS) {
      return joined(reasons);
    }
    if (reasons.isEmpty() && beside.why != null) {
      return beside.why;
    }
    if (reasons.isEmpty()) {
      assertions.stream()
          .filter(a -> a.verdict() == verdict)
          .map(AssertionResult::reason)
          .filter(Objects::nonNull)
          .filter(r -> !reasons.contains(r))
          .forEach(reasons::add);
    }
    return joined(reasons);
  }

  /// The tallies of the page's steps that a condition picks.
  private List<Tally> at(Predicate<Step> picked) {
    Set<Step> steps = new LinkedHashSet<>();
    Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(Collection::stream)
        .filter(picked)
        .forEach(steps::add);
    return steps.stream().map(s -> tallies.get(s.id())).filter(Objects::nonNull).toList();
  }

  /// Of each step some, in the order of the steps: what one step tells another may not.
  private static List<CheckLog.Failure> examples(List<Tally> tallies) {
    int each = 0;
    while (each < CheckLog.EXAMPLES && examples(tallies, each + 1).size() <= CheckLog.EXAMPLES) {
      each++;
    }
    return examples(tallies, Math.max(1, each)).stream().limit(CheckLog.EXAMPLES).toList();
  }

  private static List<CheckLog.Failure> examples(List<Tally> tallies, int each) {
    return tallies.stream().flatMap(tally -> tally.examples().stream().limit(each)).toList();
  }

  private static List<String> reasons(List<Tally> tallies, Function<Tally, List<String>> which) {
    return tallies.stream().flatMap(t -> which.apply(t).stream()).distinct().toList();
  }

  private static @Nullable String joined(List<String> reasons) {
    return reasons.isEmpty() ? null : String.join("; ", reasons);
  }
}
