package org.ibassay.qualify;

import java.util.List;
import org.ibassay.runner.Verdict;

/// The outcomes of random pairs of deviations, compared with those of each deviation alone.
///
/// **No fault may hide another**: a test that notices one of two faults (its verdict is neither
/// `pass` nor `not-applicable`) must notice both together. There are two exceptions, which no check
/// could prevent:
///
/// - The test observes exactly what it observes of the DUT with neither: each packet with its time,
///   and each response of the upper tester. Two faults can cancel each other, for example if both
///   swap the same fields, or one can delay the other until after the test, for example a slow
///   timer.
/// - The test, or each assertion that failed, does not apply with one of the two alone either: that
///   fault is a wrong declaration of what the DUT is or can do. Since no deviation survives,
///   another test notices it.
///
/// Milder outcomes are counted: a `fail` can become `inconclusive` if the second fault keeps the
/// test from reaching the first; and in a test that still notices, another assertion may fail,
/// because the second fault changes the effect of the first.
///
/// @param seed seed that selected the pairs
/// @param count number of pairs
/// @param changes verdicts that are milder with both than with one alone
public record Pairs(long seed, int count, List<Change> changes) {
  /// Copies the list.
  public Pairs {
    changes = List.copyOf(changes);
  }

  /// Kinds of milder verdicts.
  public enum Kind {
    /// A test no longer notices: one fault hides the other.
    HIDDEN,
    /// A test no longer notices, because it observes the same as of a DUT with neither.
    UNDONE,
    /// A test, or each assertion that failed, no longer applies, as with one of the two alone.
    UNDECLARED,
    /// An assertion no longer fails, but its test still notices.
    MOVED,
    /// The verdict is milder, but no pass.
    SOFTENED
  }

  /// A verdict that another deviation made milder.
  ///
  /// @param kind kind of change
  /// @param uri URI of the DUT with both
  /// @param test id of the test
  /// @param assertion id of the assertion, or empty for the test's own verdict
  /// @param alone the worse of the verdicts with one
  /// @param together the verdict with both
  public record Change(
      Kind kind, String uri, String test, String assertion, Verdict alone, Verdict together) {}

  /// Returns the changes of that kind.
  public List<Change> changes(Kind kind) {
    return changes.stream().filter(change -> change.kind == kind).toList();
  }
}
