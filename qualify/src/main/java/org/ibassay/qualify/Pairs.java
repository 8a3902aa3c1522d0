package org.ibassay.qualify;

import java.util.List;
import org.ibassay.runner.Verdict;

/// The outcomes of random pairs of deviations, compared with those of each of the two alone.
///
/// **No fault may hide another**: a test that notices one of two faults (its verdict is neither
/// `pass` nor `not-applicable`) notices both together. There are two exceptions, which no check
/// could mend:
///
/// - All that the test sees, packet by packet with their times and each answer of the upper tester,
///   is what it sees of the DUT with neither. Two faults can undo each other, as two that swap the
///   same fields do, or one can put the other off until after the test, as a slow timer does.
/// - The test, or each assertion that failed, does not apply with one of the two alone either: that
///   fault is a wrong declaration of what the DUT is or can do. As no deviation survives, another
///   test notices it.
///
/// Milder outcomes are counted: a `fail` can become `inconclusive`, where the second fault keeps
/// the test from coming to what the first one does; and within a test that still notices, a failure
/// can move from one assertion to another, where the second fault changes what the first one would
/// have shown.
///
/// @param seed by which they were picked
/// @param count how many
/// @param changes verdicts that are milder with both than with one alone
public record Pairs(long seed, int count, List<Change> changes) {
  /// Keeps a copy.
  public Pairs {
    changes = List.copyOf(changes);
  }

  /// How a verdict became milder.
  public enum Kind {
    /// A test no longer notices: a fault hides another.
    HIDDEN,
    /// A test no longer notices, as it sees what a DUT with neither shows.
    UNDONE,
    /// A test, or each assertion that failed, no longer applies, as with one of the two alone.
    UNDECLARED,
    /// An assertion no longer fails, but its test still notices.
    MOVED,
    /// It still is no pass.
    SOFTENED
  }

  /// A verdict that another deviation made milder.
  ///
  /// @param kind how
  /// @param uri of the DUT with both
  /// @param test its id
  /// @param assertion its id, or empty for the test's own verdict
  /// @param alone the worse of the verdicts with one
  /// @param together the verdict with both
  public record Change(
      Kind kind, String uri, String test, String assertion, Verdict alone, Verdict together) {}

  /// The changes of that kind.
  public List<Change> changes(Kind kind) {
    return changes.stream().filter(change -> change.kind == kind).toList();
  }
}
