package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.ibassay.qualify.Pairs.Change;
import org.ibassay.qualify.Pairs.Kind;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.Page;

/// Runs the tests on pairs of deviations; see [Pairs].
final class PairRuns {
  private final Assay assay;
  private final Map<String, DutOutcome> alone = new ConcurrentHashMap<>();

  /// @param known outcomes on DUTs with one deviation, which need not be repeated
  PairRuns(Assay assay, List<Mutant> known) {
    this.assay = assay;
    known.forEach(mutant -> alone.put(mutant.run().uri(), mutant.run()));
  }

  /// Returns the verdicts that are milder than with one of the two alone.
  List<Change> milder(Pair pair) {
    DutOutcome both = assay.runApart(pair.uri());
    DutOutcome first = alone(pair.firstAlone());
    DutOutcome second = alone(pair.secondAlone());
    List<Change> changes = new ArrayList<>();
    for (int i = 0; i < assay.pages().size(); i++) {
      List<Outcome> apart = List.of(first.outcomes().get(i), second.outcomes().get(i));
      compare(pair, assay.pages().get(i), apart, both.outcomes().get(i), changes);
    }
    return changes;
  }

  private void compare(
      Pair pair, Page page, List<Outcome> apart, Outcome together, List<Change> changes) {
    if (apart.stream().noneMatch(Outcome::isNoticed)) {
      return;
    }
    Verdict worst = Verdict.worst(apart.stream().map(Outcome::verdict));
    if (!together.isNoticed()) {
      Kind kind = unnoticed(pair, page, apart, together);
      changes.add(new Change(kind, pair.uri(), page.id(), "", worst, together.verdict()));
      return;
    }
    if (together.verdict().compareTo(worst) > 0) {
      changes.add(new Change(Kind.SOFTENED, pair.uri(), page.id(), "", worst, together.verdict()));
    }
    Map<String, Verdict> worsts = new HashMap<>();
    apart.forEach(outcome ->
        outcome.assertions().forEach(a -> worsts.merge(a.id(), a.verdict(), PairRuns::worse)));
    for (Outcome.Assertion assertion : together.assertions()) {
      Verdict before = worsts.getOrDefault(assertion.id(), Verdict.PASS);
      if (Outcome.isNoticed(before) && assertion.verdict().compareTo(before) > 0) {
        Kind kind = assertion.isNoticed() ? Kind.SOFTENED : Kind.MOVED;
        changes.add(
            new Change(kind, pair.uri(), page.id(), assertion.id(), before, assertion.verdict()));
      }
    }
  }

  private Kind unnoticed(Pair pair, Page page, List<Outcome> apart, Outcome together) {
    if (isUndeclared(apart, together)) {
      return Kind.UNDECLARED;
    }
    return isUndone(pair, page) ? Kind.UNDONE : Kind.HIDDEN;
  }

  /// Whether the test, or each assertion that failed, applies neither with both nor with one alone.
  private static boolean isUndeclared(List<Outcome> apart, Outcome together) {
    if (!applies(together)) {
      return !apart.stream().allMatch(PairRuns::applies);
    }
    List<String> noticed =
        apart.stream()
            .flatMap(outcome -> outcome.assertions().stream())
            .filter(Outcome.Assertion::isNoticed)
            .map(Outcome.Assertion::id)
            .toList();
    return !noticed.isEmpty()
        && noticed.stream()
            .allMatch(id ->
                !applies(together, id)
                    && !apart.stream().allMatch(outcome -> applies(outcome, id)));
  }

  private static boolean applies(Outcome outcome) {
    return outcome.verdict() != Verdict.NOT_APPLICABLE;
  }

  private static boolean applies(Outcome outcome, String assertion) {
    return outcome.assertions().stream()
        .anyMatch(a -> a.id().equals(assertion) && a.verdict() != Verdict.NOT_APPLICABLE);
  }

  private boolean isUndone(Pair pair, Page page) {
    return assay.sight(pair.uri(), page).isLike(assay.sight(pair.conforming(), page));
  }

  private DutOutcome alone(String uri) {
    return alone.computeIfAbsent(uri, assay::runApart);
  }

  private static Verdict worse(Verdict one, Verdict other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
