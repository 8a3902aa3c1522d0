package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.suite.Page;

/// What would become of the tests if each single check in turn were taken out.
///
/// That is computed from what was recorded: a removal is noticed when on some DUT with a deviation
/// nothing but that check fails its step, so that the step would not fail any more. A check whose
/// removal nobody notices is either superfluous, or nothing shows that it can fail.
///
/// @param checks how many there are: those that are made on a conforming DUT
/// @param unnoticed those whose removal nobody notices, in the order of tests and steps
public record CheckRemovals(int checks, List<SingleCheck> unnoticed) {
  /// Keeps a copy.
  public CheckRemovals {
    unnoticed = List.copyOf(unnoticed);
  }

  static CheckRemovals of(List<Page> pages, List<Mutant> mutants, List<DutOutcome> variants) {
    int checks = 0;
    List<SingleCheck> unnoticed = new ArrayList<>();
    for (Page page : pages) {
      Set<SingleCheck> missed = new LinkedHashSet<>();
      variants.forEach(variant ->
          all(page, variant)
              .forEach(step ->
                  step.fields().forEach(field -> missed.addAll(checks(page, step.step(), field)))));
      checks += missed.size();
      mutants.forEach(mutant ->
          all(page, mutant.trial())
              .filter(step -> step.failed().size() == 1)
              .forEach(step ->
                  checks(page, step.step(), step.failed().iterator().next())
                      .forEach(missed::remove)));
      missed.stream().sorted(Comparator.comparing(SingleCheck::toString)).forEach(unnoticed::add);
    }
    return new CheckRemovals(checks, unnoticed);
  }

  private static Stream<Outcome.CheckedStep> all(Page page, DutOutcome trial) {
    return trial.outcomes().stream()
        .filter(outcome -> outcome.test().equals(page.id()))
        .flatMap(outcome -> outcome.checked().stream());
  }

  private static List<SingleCheck> checks(Page page, String step, String field) {
    List<String> assertions = page.step(step).map(Page.Step::assertions).orElse(List.of());
    return assertions.isEmpty()
        ? List.of(new SingleCheck(page.id(), step, "", field))
        : assertions.stream().map(id -> new SingleCheck(page.id(), step, id, field)).toList();
  }

  /// How many of a hundred checks nobody would miss.
  public double percentUnnoticed() {
    return checks == 0 ? 0 : 100.0 * unnoticed.size() / checks;
  }
}
