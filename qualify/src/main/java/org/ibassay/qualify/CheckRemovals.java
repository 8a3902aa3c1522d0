package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ibassay.suite.Page;
import org.ibassay.wire.mad.MadHeader;

/// The effect on the tests of removing each single check in turn.
///
/// It is computed from recorded outcomes: a removal is noticed if, on some DUT with a deviation,
/// only that check fails its step, so that the step would no longer fail. A check whose removal is
/// not noticed is superfluous, or no deviation shows that it can fail.
///
/// That a MAD has the AttributeID and AttributeModifier of its request is checked for every
/// response on receipt (`ia-mad#02`). Pages repeat this check at their own steps, for their own
/// assertions. Such a check can only fail after the first one, so no device could show that it is
/// missing; it is not counted.
///
/// A check that compares a whole attribute or memory has no field, unless it fails: it is noticed
/// if, at its step, a field that is not checked by itself fails alone.
///
/// @param checks number of checks made on a conforming DUT
/// @param unnoticed checks whose removal is not noticed, in the order of tests and steps
public record CheckRemovals(int checks, List<SingleCheck> unnoticed) {
  /// Copies the list.
  public CheckRemovals {
    unnoticed = List.copyOf(unnoticed);
  }

  static CheckRemovals of(List<Page> pages, List<Mutant> mutants, List<DutOutcome> variants) {
    int checks = 0;
    List<SingleCheck> unnoticed = new ArrayList<>();
    for (int i = 0; i < pages.size(); i++) {
      Page page = pages.get(i);
      Set<StepField> noticed = failedAlone(i, mutants);
      List<SingleCheck> missed = new ArrayList<>();
      Set<StepField> all = made(i, variants);
      for (StepField made : all) {
        List<SingleCheck> proved = checks(page, made, noticed);
        checks += proved.size();
        if (!isNoticed(made, noticed, all)) {
          missed.addAll(proved);
        }
      }
      missed.sort(Comparator.comparing(SingleCheck::toString));
      unnoticed.addAll(missed);
    }
    return new CheckRemovals(checks, unnoticed);
  }

  /// Fields that are checked in every response.
  private static final Set<String> IMPLIED =
      Set.of(MadHeader.ATTRIBUTE_ID.name(), MadHeader.ATTRIBUTE_MODIFIER.name());

  private record StepField(String step, String field) {}

  private static Set<StepField> made(int test, List<DutOutcome> variants) {
    Set<StepField> made = new LinkedHashSet<>();
    for (DutOutcome variant : variants) {
      for (Outcome.CheckedStep step : variant.outcomes().get(test).checked()) {
        step.fields().stream()
            .filter(field -> !IMPLIED.contains(field))
            .forEach(field -> made.add(new StepField(step.step(), field)));
      }
    }
    return made;
  }

  private static Set<StepField> failedAlone(int test, List<Mutant> mutants) {
    Set<StepField> failed = new LinkedHashSet<>();
    for (Mutant mutant : mutants) {
      for (Outcome.CheckedStep step : mutant.run().outcomes().get(test).checked()) {
        if (step.failed().size() == 1) {
          failed.add(new StepField(step.step(), step.failed().iterator().next()));
        }
      }
    }
    return failed;
  }

  private static boolean isNoticed(StepField one, Set<StepField> noticed, Set<StepField> all) {
    return noticed.contains(one)
        || (one.field().isEmpty()
            && noticed.stream()
                .anyMatch(other -> other.step().equals(one.step()) && !all.contains(other)));
  }

  /// Whether the field fails alone on some DUT at another step.
  private static boolean isSeenElsewhere(StepField one, Set<StepField> noticed) {
    return !one.field().isEmpty()
        && noticed.stream().anyMatch(other -> other.field().equals(one.field()));
  }

  /// Whether another field of its step fails alone on some DUT.
  private static boolean isOneOfMany(StepField one, Set<StepField> noticed) {
    return !one.field().isEmpty()
        && noticed.stream()
            .anyMatch(other -> other.step().equals(one.step()) && !other.field().isEmpty());
  }

  /// Returns one check for each assertion of the step.
  private static List<SingleCheck> checks(Page page, StepField made, Set<StepField> noticed) {
    UnnoticedReason reason =
        UnnoticedReason.of(
            page.id(),
            made.step(),
            made.field(),
            isOneOfMany(made, noticed),
            isSeenElsewhere(made, noticed));
    List<String> assertions = page.step(made.step()).map(Page.Step::assertions).orElse(List.of());
    return (assertions.isEmpty() ? List.of("") : assertions)
        .stream()
            .map(id -> new SingleCheck(page.id(), made.step(), id, made.field(), reason))
            .toList();
  }

  /// The percentage of checks whose removal is not noticed.
  public double percentUnnoticed() {
    return checks == 0 ? 0 : 100.0 * unnoticed.size() / checks;
  }
}
