package org.ibassay.results.rejudge;

import java.util.List;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Verdict;
import org.jspecify.annotations.Nullable;

/// The result of a rejudgement.
///
/// @param result the new verdicts, in the form of a run
/// @param agreeing number of tests with the same verdicts as in the run
/// @param differences differences from the run's verdicts
/// @param left tests that cannot be rejudged
public record Rejudged(
    RunResult result, int agreeing, List<Difference> differences, List<Left> left) {

  /// A verdict that differs.
  ///
  /// @param uri URI of the device
  /// @param test id of the test
  /// @param assertion id of the assertion; null for the test as a whole
  /// @param was the run's verdict; null if there is none
  /// @param is the new verdict; null if there is none
  /// @param why the failure, or the reason; empty if there is none
  public record Difference(
      String uri,
      String test,
      @Nullable String assertion,
      @Nullable Verdict was,
      @Nullable Verdict is,
      String why) {}

  /// A test that cannot be rejudged.
  ///
  /// @param uri URI of the device
  /// @param test id of the test
  /// @param why the reason, as text
  public record Left(String uri, String test, String why) {}

  /// Copies the lists.
  public Rejudged {
    differences = List.copyOf(differences);
    left = List.copyOf(left);
  }

  /// The exit code.
  public int exit() {
    if (!differences.isEmpty()) {
      return RunResult.FAILED;
    }
    return agreeing > 0 ? RunResult.PASSED : RunResult.UNDECIDED;
  }
}
