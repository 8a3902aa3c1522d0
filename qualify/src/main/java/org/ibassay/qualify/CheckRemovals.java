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
/// That is computed from what was recorded: a removal is noticed when on some DUT with a deviation
/// nothing but that check fails its step, so that the step would not fail any more. A check whose
/// removal nobody notices is either superfluous, or nothing shows that it can fail.
///
/// That a MAD has the AttributeID and the AttributeModifier of its request is checked of every
/// response, as soon as it is received, at a step that holds always (`ia-mad#02`). A page demands
/// it again at steps of its own, for assertions of its own: those checks cannot fail but after that
/// one, no device could show that one of them is missing, and they are not counted.
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
    for (int i = 0; i < pages.size(); i++) {
      Page page = pages.get(i);
      Set<StepField> noticed = failedAlone(i, mutants);
      List<SingleCheck> missed = new ArrayList<>();
      for (StepField made : made(i, variants)) {
        List<SingleCheck> proved = checks(page, made, isOneOfMany(made, noticed));
        checks += proved.size();
        if (!noticed.contains(made)) {
          missed.addAll(proved);
        }
      }
      missed.sort(Comparator.comparing(SingleCheck::toString));
      unnoticed.addAll(missed);
    }
    return new CheckRemovals(checks, unnoticed);
  }

  /// Fields that are checked in every response anyway.
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
      for (Outcome.CheckedStep step : mutant.trial().outcomes().get(test).checked()) {
        if (step.failed().size() == 1) {
          failed.add(new StepField(step.step(), step.failed().iterator().next()));
        }
      }
    }
    return failed;
  }

  /// Whether another field of its step is seen to fail alone.
  private static boolean isOneOfMany(StepField one, Set<StepField> noticed) {
    return !one.field().isEmpty()
        && noticed.stream()
            .anyMatch(other -> other.step().equals(one.step()) && !other.field().isEmpty());
  }

  /// One for each assertion of the step.
  private static List<SingleCheck> checks(Page page, StepField made, boolean isOneOfMany) {
    UnnoticedReason reason = UnnoticedReason.of(page.id(), made.step(), made.field(), isOneOfMany);
    List<String> assertions = page.step(made.step()).map(Page.Step::assertions).orElse(List.of());
    return (assertions.isEmpty() ? List.of("") : assertions)
        .stream()
            .map(id -> new SingleCheck(page.id(), made.step(), id, made.field(), reason))
            .toList();
  }

  /// How many of a hundred checks nobody would miss.
  public double percentUnnoticed() {
    return checks == 0 ? 0 : 100.0 * unnoticed.size() / checks;
  }
}
