package org.ibassay.qualify;

import java.util.List;
import java.util.stream.Stream;
import org.ibassay.qualify.Mutant.Fate;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Verdict;

/// The quality of the tests: their outcomes on DUTs that depart from the specification, and on DUTs
/// that do not.
///
/// @param tests ids, in the order of their sections
/// @param isWhole whether these are all tests that there are; if not, a deviation that survives may
///   be another test's to notice
/// @param guards one for each assertion that a test claims
/// @param mutants each deviation, on each kind of DUT that shows it
/// @param variants the DUTs that conform
/// @param strict each way that conforming DUTs go where a reading is open, made a verdict
/// @param pairs of deviations
/// @param removals of single checks
/// @param own deviations of a user's own that must not survive, as all tests of the user's own were
///   tried
public record Qualification(
    List<String> tests,
    boolean isWhole,
    List<Guard> guards,
    List<Mutant> mutants,
    List<DutOutcome> variants,
    List<StrictTrial> strict,
    Pairs pairs,
    CheckRemovals removals,
    List<String> own) {

  /// Before anything was tried.
  public static final Qualification NONE =
      new Qualification(
          List.of(), false, List.of(), List.of(), List.of(), new Pairs(0, 0, List.of()));

  /// Without a reading that was met, or a check that was taken out.
  public Qualification(
      List<String> tests,
      boolean isWhole,
      List<Guard> guards,
      List<Mutant> mutants,
      List<DutOutcome> variants,
      Pairs pairs) {
    this(
        tests,
        isWhole,
        guards,
        mutants,
        variants,
        List.of(),
        pairs,
        new CheckRemovals(0, List.of()),
        List.of());
  }

  /// Without deviations of a user's own.
  public Qualification(
      List<String> tests,
      boolean isWhole,
      List<Guard> guards,
      List<Mutant> mutants,
      List<DutOutcome> variants,
      List<StrictTrial> strict,
      Pairs pairs,
      CheckRemovals removals) {
    this(tests, isWhole, guards, mutants, variants, strict, pairs, removals, List.of());
  }

  /// Keeps copies.
  public Qualification {
    tests = List.copyOf(tests);
    guards = List.copyOf(guards);
    mutants = List.copyOf(mutants);
    variants = List.copyOf(variants);
    strict = List.copyOf(strict);
    own = List.copyOf(own);
  }

  /// How many deviations there are.
  public int deviations() {
    return (int) mutants.stream().map(Mutant::deviation).distinct().count();
  }

  /// The DUTs with a deviation that came to that.
  public List<Mutant> mutants(Fate fate) {
    return mutants.stream().filter(mutant -> mutant.fate() == fate).toList();
  }

  /// The DUTs with a deviation that should not have survived.
  public List<Mutant> survivors() {
    return mutants(Fate.SURVIVED).stream()
        .filter(mutant -> isWhole || own.contains(mutant.deviation()))
        .toList();
  }

  /// Deviations that nothing that failed tells apart.
  public LookAlikes lookAlikes() {
    return LookAlikes.of(mutants);
  }

  /// Claimed, and no deviation fails it.
  public List<Guard> unguarded() {
    return guards.stream().filter(Guard::isUnguarded).toList();
  }

  /// Claimed, and one deviation only fails it.
  public List<Guard> guardedOnce() {
    return guards.stream().filter(Guard::isGuardedOnce).toList();
  }

  /// Claimed, and checked on no conforming DUT.
  public List<Guard> unverified() {
    return guards.stream().filter(Guard::isUnverified).toList();
  }

  /// The conforming DUTs on which a test did wrong.
  public List<DutOutcome> wronged() {
    return variants.stream().filter(trial -> trial.wrong().findAny().isPresent()).toList();
  }

  /// Where a run that is strict about a reading fails another DUT, or by other checks, than those
  /// that go another way.
  public List<StrictTrial> misjudged() {
    return strict.stream().filter(trial -> !trial.wrong().isEmpty()).toList();
  }

  /// The ways that simulated DUTs go by a parameter of theirs, and that no test saw.
  public List<TakenWay> unseen() {
    List<TakenWay> seen = variants.stream().flatMap(DutOutcome::seen).toList();
    return variants.stream()
        .flatMap(variant -> variant.ways().stream())
        .filter(way -> !way.isFirst() && !seen.contains(way))
        .distinct()
        .toList();
  }

  /// The DUTs with which the tester itself had trouble, failures or not: no simulated DUT may give
  /// it any.
  public List<DutOutcome> troubled() {
    return Stream.concat(mutants.stream().map(Mutant::trial), variants.stream())
        .filter(trial -> trial.outcomes().stream().anyMatch(Outcome::isTroubled))
        .toList();
  }

  /// Where a fault hides another.
  public List<Pairs.Change> hidden() {
    return pairs.changes(Pairs.Kind.HIDDEN);
  }

  /// Whether nothing is left to be mended.
  public boolean isSound() {
    return Stream.of(
            survivors(), unguarded(), unverified(), wronged(), misjudged(), troubled(), hidden())
        .allMatch(List::isEmpty);
  }

  /// The exit code: 0 where nothing is left to be mended, 3 where no test applied to any DUT, else
  /// 1.
  public int exit() {
    boolean anyRan = variants.stream().anyMatch(v -> v.verdict() != Verdict.NOT_APPLICABLE);
    if (!anyRan) {
      return RunResult.UNDECIDED;
    }
    return isSound() ? RunResult.PASSED : RunResult.FAILED;
  }
}
