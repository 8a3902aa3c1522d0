package org.ibassay.qualify;

import java.util.List;
import java.util.stream.Stream;
import org.ibassay.qualify.Mutant.Fate;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Verdict;

/// The quality of the tests: their outcomes on DUTs with deviations, and on conforming DUTs.
///
/// @param tests ids, in the order of their sections
/// @param isWhole whether these are all existing tests; if not, another test may notice a deviation
///   that survives
/// @param guards one for each assertion that a test claims
/// @param mutants each deviation, on each kind of DUT that shows it
/// @param variants the conforming DUTs
/// @param strict outcomes with strict readings, for each way that conforming DUTs follow
/// @param pairs outcomes on pairs of deviations
/// @param removals removals of single checks
/// @param own the user's own deviations that must not survive, because all of the user's own tests
///   were tested
public record Qualification(
    List<String> tests,
    boolean isWhole,
    List<Guard> guards,
    List<Mutant> mutants,
    List<DutOutcome> variants,
    List<StrictOutcome> strict,
    Pairs pairs,
    CheckRemovals removals,
    List<String> own) {

  /// An empty qualification.
  public static final Qualification NONE =
      new Qualification(
          List.of(), false, List.of(), List.of(), List.of(), new Pairs(0, 0, List.of()));

  /// A qualification without strict readings and removals.
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

  /// A qualification without the user's own deviations.
  public Qualification(
      List<String> tests,
      boolean isWhole,
      List<Guard> guards,
      List<Mutant> mutants,
      List<DutOutcome> variants,
      List<StrictOutcome> strict,
      Pairs pairs,
      CheckRemovals removals) {
    this(tests, isWhole, guards, mutants, variants, strict, pairs, removals, List.of());
  }

  /// Copies the lists.
  public Qualification {
    tests = List.copyOf(tests);
    guards = List.copyOf(guards);
    mutants = List.copyOf(mutants);
    variants = List.copyOf(variants);
    strict = List.copyOf(strict);
    own = List.copyOf(own);
  }

  /// The number of deviations.
  public int deviations() {
    return (int) mutants.stream().map(Mutant::deviation).distinct().count();
  }

  /// Returns the deviations with that fate.
  public List<Mutant> mutants(Fate fate) {
    return mutants.stream().filter(mutant -> mutant.fate() == fate).toList();
  }

  /// Returns the deviations that survived, but must not.
  public List<Mutant> survivors() {
    return mutants(Fate.SURVIVED).stream()
        .filter(mutant -> isWhole || own.contains(mutant.deviation()))
        .toList();
  }

  /// Returns the deviations that failures do not distinguish.
  public LookAlikes lookAlikes() {
    return LookAlikes.of(mutants);
  }

  /// Returns the claimed assertions that no deviation fails.
  public List<Guard> unguarded() {
    return guards.stream().filter(Guard::isUnguarded).toList();
  }

  /// Returns the claimed assertions that exactly one deviation fails.
  public List<Guard> guardedOnce() {
    return guards.stream().filter(Guard::isGuardedOnce).toList();
  }

  /// Returns the claimed assertions that are checked on no conforming DUT.
  public List<Guard> unverified() {
    return guards.stream().filter(Guard::isUnverified).toList();
  }

  /// Returns the conforming DUTs on which a test was wrong.
  public List<DutOutcome> wronged() {
    return variants.stream().filter(run -> run.wrong().findAny().isPresent()).toList();
  }

  /// Returns the strict runs that failed a DUT that follows the required way, or failed by other
  /// checks than those of the reading.
  public List<StrictOutcome> misjudged() {
    return strict.stream().filter(run -> !run.wrong().isEmpty()).toList();
  }

  /// Returns the ways that simulated DUTs follow because of a parameter, and that no test observed.
  public List<TakenWay> unseen() {
    List<TakenWay> seen = variants.stream().flatMap(DutOutcome::seen).toList();
    return variants.stream()
        .flatMap(variant -> variant.ways().stream())
        .filter(way -> !way.isFirst() && !seen.contains(way))
        .distinct()
        .toList();
  }

  /// Returns the DUTs with which the tester had an error, whether tests failed or not; no simulated
  /// DUT may cause one.
  public List<DutOutcome> troubled() {
    return Stream.concat(mutants.stream().map(Mutant::run), variants.stream())
        .filter(run -> run.outcomes().stream().anyMatch(Outcome::isTroubled))
        .toList();
  }

  /// Returns the pairs in which one fault hides the other.
  public List<Pairs.Change> hidden() {
    return pairs.changes(Pairs.Kind.HIDDEN);
  }

  /// Whether nothing has to be corrected.
  public boolean isSound() {
    return Stream.of(
            survivors(), unguarded(), unverified(), wronged(), misjudged(), troubled(), hidden())
        .allMatch(List::isEmpty);
  }

  /// The exit code: 0 if nothing has to be corrected, 3 if no test applied to any DUT, otherwise 1.
  public int exit() {
    boolean anyRan = variants.stream().anyMatch(v -> v.verdict() != Verdict.NOT_APPLICABLE);
    if (!anyRan) {
      return RunResult.UNDECIDED;
    }
    return isSound() ? RunResult.PASSED : RunResult.FAILED;
  }
}
