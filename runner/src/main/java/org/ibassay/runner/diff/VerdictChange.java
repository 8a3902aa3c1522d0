package org.ibassay.runner.diff;

import org.ibassay.runner.Verdict;
import org.jspecify.annotations.Nullable;

/// A verdict that is not the same in both files.
///
/// @param dut URI in the newer file, or in the older one where only that has it
/// @param test its id
/// @param assertion its id, or null for the test as a whole
/// @param before null where the older file has no such thing
/// @param after null where the newer file has no such thing
/// @param isKnown whether the newer file calls it a known non-conformance
/// @param isUnstable whether the verdict differed between rounds of either run
public record VerdictChange(
    String dut,
    String test,
    @Nullable String assertion,
    @Nullable Verdict before,
    @Nullable Verdict after,
    boolean isKnown,
    boolean isUnstable) {
  /// The meaning of a difference.
  public enum Kind {
    /// It fails, and did not.
    NEW_FAILURE,
    /// It failed, and passes.
    FIXED,
    /// Any other.
    CHANGED
  }

  /// Returns the meaning of the difference.
  public Kind kind() {
    if (after == Verdict.FAIL) {
      return Kind.NEW_FAILURE;
    }
    return before == Verdict.FAIL && after == Verdict.PASS ? Kind.FIXED : Kind.CHANGED;
  }
}
