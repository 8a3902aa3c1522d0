package org.ibassay.runner;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.CheckLog.Tally;
import org.ibassay.suite.Page;
import org.ibassay.suite.Page.Step;
import org.jspecify.annotations.Nullable;

/// Derives verdicts from the checks of a procedure. The worst verdict always wins; a check that may
/// not have been made counts as not made.
///
/// - An assertion *fails* if a check at one of its steps failed, whatever happened later.
/// - If a procedure ended early, every other assertion is undecided, even one whose checks passed:
///   remaining checks might have failed.
/// - An assertion without a check *does not apply* only if the procedure said so, because of an
///   ability that the DUT declares. After a failed check the DUT's declarations are not trusted,
///   and the assertion is undecided. If steps were skipped without a reason, the test itself is
///   broken.
/// - An assertion is also undecided if the procedure did not reach one of its steps after a failed
///   check or a missing response, even if checks at its other steps passed or do not apply.
/// - Checks that depend on a reading that the run leaves open are not made, which is no fault: an
///   assertion without other checks does not apply.
/// - A test passes only if a step of its procedure checked one of its assertions. Checks of every
///   response ([Page#always]) and of the initialization are not sufficient.
final class Judge {
  private final Page page;
  private final Map<String, Tally> tallies;
  private final @Nullable String whyMissed;
  private final List<Step> missed;
  private final Ending ending;

  private Judge(Page page, CheckLog log, Ending ending) {
    this.page = page;
    this.tallies = log.steps();
    this.whyMissed = log.whyMissed();
    this.missed = whyMissed == null ? List.of() : notReached();
    this.ending = ending;
  }

  /// Returns the steps after the last one that was reached.
  private List<Step> notReached() {
    List<Step> steps = page.procedure();
    int end = steps.size();
    while (end > 0 && !tallies.containsKey(steps.get(end - 1).id())) {
      end--;
    }
    return steps.subList(end, steps.size());
  }

  static Judgement judge(Page page, CheckLog log, Ending ending) {
    return new Judge(page, log, ending).judgement();
  }

  private Judgement judgement() {
    List<AssertionResult> assertions = new ArrayList<>();
    for (String id : page.claimed()) {
      List<Step> steps = steps(step -> step.assertions().contains(id));
      assertions.add(result(id, steps, tallies(steps)));
    }
    stepsWithoutAssertion().map(this::withoutAssertion).forEach(assertions::add);
    if (ending instanceof Ending.NotRun(Verdict verdict, String why)) {
      return new Judgement(verdict, verdict, why, assertions);
    }
    String bug = bug();
    Outcome beside = besideFailures(bug, assertions);
    boolean failed = assertions.stream().anyMatch(a -> a.verdict() == Verdict.FAIL);
    Verdict verdict = failed ? Verdict.FAIL : beside.verdict;
    return new Judgement(
        verdict, beside.verdict, reason(verdict, bug, assertions, beside), assertions);
  }

  /// @param why set if it does not follow from the assertions
  private record Outcome(Verdict verdict, @Nullable String why) {}

  /// Returns the outcome of the procedure without its failed checks.
  private Outcome besideFailures(@Nullable String bug, List<AssertionResult> assertions) {
    boolean isOpen = tallies.values().stream().anyMatch(t -> !t.inconclusive().isEmpty());
    Verdict worst =
        Verdict.worst(
            Stream.concat(
                Stream.of(
                    ending.undecided(),
                    bug == null ? Verdict.PASS : Verdict.ERROR,
                    isOpen ? Verdict.INCONCLUSIVE : Verdict.PASS),
                assertions.stream()
                    .map(AssertionResult::verdict)
                    .filter(v -> v == Verdict.ERROR || v == Verdict.INCONCLUSIVE)));
    return worst == Verdict.PASS ? withoutObjection() : new Outcome(worst, null);
  }

  /// The outcome if nothing is undecided: passed only if the procedure checked one of its
  /// assertions.
  private Outcome withoutObjection() {
    List<Tally> procedure = tallies(page.procedure());
    List<Tally> ofAssertions =
        tallies(page.procedure().stream().filter(s -> !s.assertions().isEmpty()).toList());
    if (ofAssertions.stream().anyMatch(t -> t.checks() > 0)) {
      return new Outcome(Verdict.PASS, null);
    }
    String why = joined(reasons(procedure, Judge::leftOut));
    return why == null
        ? new Outcome(Verdict.INCONCLUSIVE, "the procedure made no check")
        : new Outcome(Verdict.NOT_APPLICABLE, why);
  }

  private AssertionResult result(String id, List<Step> steps, List<Tally> own) {
    long checks = own.stream().mapToLong(Tally::checks).sum();
    long failures = own.stream().mapToLong(Tally::failures).sum();
    String open = joined(reasons(own, Tally::inconclusive));
    Outcome outcome;
    if (failures > 0) {
      outcome = new Outcome(Verdict.FAIL, null);
    } else if (ending.undecided() != Verdict.PASS) {
      outcome = new Outcome(ending.undecided(), ending.reason());
    } else if (open != null) {
      outcome = new Outcome(Verdict.INCONCLUSIVE, open);
    } else if (steps.stream().anyMatch(missed::contains)) {
      outcome = new Outcome(Verdict.INCONCLUSIVE, whyMissed);
    } else if (checks > 0) {
      outcome = new Outcome(Verdict.PASS, inPart(own));
    } else {
      outcome = unchecked(steps, own);
    }
    return new AssertionResult(id, outcome.verdict, outcome.why, checks, failures, examples(own));
  }

  /// Returns which part of a passed assertion was not checked, or null.
  private static @Nullable String inPart(List<Tally> own) {
    String left =
        joined(
            Stream.of(reasons(own, Tally::notApplicable), reasons(own, Tally::doubtful))
                .flatMap(List::stream)
                .distinct()
                .toList());
    List<String> parts = new ArrayList<>(reasons(own, Judge::open));
    if (left != null) {
      parts.addFirst("not applicable in part: " + left);
    }
    return joined(parts);
  }

  /// Why checks were skipped legitimately.
  private static List<String> leftOut(Tally tally) {
    return Stream.concat(tally.notApplicable().stream(), open(tally).stream()).toList();
  }

  private static List<String> open(Tally tally) {
    return tally.open().stream().map(r -> "the reading %s is open".formatted(r.id())).toList();
  }

  /// The outcome of an assertion without checks in a completed procedure.
  private Outcome unchecked(List<Step> steps, List<Tally> own) {
    boolean isExcused = own.stream().anyMatch(tally -> !tally.notApplicable().isEmpty());
    String doubtful = joined(reasons(own, Tally::doubtful));
    if (doubtful != null && !isExcused) {
      return new Outcome(
          Verdict.INCONCLUSIVE, "left out after a check had failed, because " + doubtful);
    }
    String excused = joined(reasons(own, Judge::leftOut));
    if (excused != null) {
      return new Outcome(Verdict.NOT_APPLICABLE, excused);
    }
    if (whyMissed != null) {
      return new Outcome(Verdict.INCONCLUSIVE, whyMissed);
    }
    if (page.always().containsAll(steps)) {
      return new Outcome(Verdict.NOT_APPLICABLE, "nothing was received to check it on");
    }
    return new Outcome(
        Verdict.ERROR,
        TestResult.BROKEN
            + "it neither made a check at step %s nor said why not"
                .formatted(steps.stream().map(Step::id).collect(Collectors.joining(", "))));
  }

  /// Steps without assertions at which checks were made; those checks count, too.
  private Stream<String> stepsWithoutAssertion() {
    return tallies.entrySet().stream()
        .filter(e -> e.getValue().failures() > 0 || !e.getValue().inconclusive().isEmpty())
        .map(Map.Entry::getKey)
        .filter(step -> page.step(step).map(s -> s.assertions().isEmpty()).orElse(true));
  }

  private AssertionResult withoutAssertion(String step) {
    Tally own = Objects.requireNonNull(tallies.get(step));
    return result("step " + step, page.step(step).stream().toList(), List.of(own));
  }

  /// Returns the test's own error, or null.
  private @Nullable String bug() {
    for (String step : tallies.keySet()) {
      if (page.step(step).isEmpty()) {
        return TestResult.BROKEN + "it checks at step " + step + ", which its page lacks";
      }
    }
    if (!(ending instanceof Ending.Complete(boolean passed))) {
      return null;
    }
    boolean failed = tallies.values().stream().anyMatch(t -> t.failures() > 0);
    boolean open = tallies.values().stream().anyMatch(t -> !t.inconclusive().isEmpty());
    if (passed && failed) {
      return TestResult.BROKEN + "execute() returned true although a check failed";
    }
    if (!passed && !failed && !open) {
      return TestResult.BROKEN + "execute() returned false although no check failed";
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

  /// Returns the page's steps that satisfy a condition.
  private List<Step> steps(Predicate<Step> picked) {
    return Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(Collection::stream)
        .filter(picked)
        .distinct()
        .toList();
  }

  private List<Tally> tallies(List<Step> steps) {
    return steps.stream().map(s -> tallies.get(s.id())).filter(Objects::nonNull).toList();
  }

  /// Returns examples of each step, in the order of the steps; they may differ in what they show.
  private static List<CheckLog.Failure> examples(List<Tally> tallies) {
    int each = 0;
    while (each < CheckLog.EXAMPLES && examples(tallies, each + 1).size() <= CheckLog.EXAMPLES) {
      each++;
    }
    return examples(tallies, Math.max(1, each)).stream().limit(CheckLog.EXAMPLES).toList();
  }

  private static List<CheckLog.Failure> examples(List<Tally> tallies, int each) {
    return tallies.stream().flatMap(tally -> tally.spread(each).stream()).toList();
  }

  private static List<String> reasons(List<Tally> tallies, Function<Tally, List<String>> which) {
    return tallies.stream().flatMap(t -> which.apply(t).stream()).distinct().toList();
  }

  private static @Nullable String joined(List<String> reasons) {
    return reasons.isEmpty() ? null : String.join("; ", reasons);
  }
}
