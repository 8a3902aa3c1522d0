package org.ibassay.runner.diff;

import org.ibassay.runner.Verdict;
import org.jspecify.annotations.Nullable;

/// A verdict that differs between the files.
///
/// @param dut URI in the newer file, or in the older one if only that has it
/// @param test id of the test
/// @param assertion id of the assertion, or null for the test as a whole
/// @param before null if the older file does not have it
/// @param after null if the newer file does not have it
/// @param isKnown whether the newer file lists it as a known non-conformance
/// @param isUnstable whether the verdict differed between rounds of either run
public record VerdictChange(
    String dut,
    String test,
    @Nullable String assertion,
    @Nullable Verdict before,
    @Nullable Verdict after,
    boolean isKnown,
    boolean isUnstable) {
  /// Kinds of difference.
  public enum Kind {
    /// It fails now, but did not before.
    NEW_FAILURE,
    /// It failed before and passes now.
    FIXED,
    /// Any other difference.
    CHANGED
  }

  /// Returns the kind of the difference.
  public Kind kind() {
    if (after == Verdict.FAIL) {
      return Kind.NEW_FAILURE;
    }
    return before == Verdict.FAIL && after == Verdict.PASS ? Kind.FIXED : Kind.CHANGED;
  }
}
