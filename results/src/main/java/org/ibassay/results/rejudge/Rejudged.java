package org.ibassay.results.rejudge;

import java.util.List;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Verdict;
import org.jspecify.annotations.Nullable;

/// What a rejudgement has come to.
///
/// @param result the verdicts made again; as of a run
/// @param agreeing how many tests have the verdicts that the run gave
/// @param differences from the run's verdicts
/// @param left tests whose verdicts cannot be made again
public record Rejudged(
    RunResult result, int agreeing, List<Difference> differences, List<Left> left) {

  /// A verdict that differs.
  ///
  /// @param uri of the device
  /// @param test its id
  /// @param assertion its id; null for the test as a whole
  /// @param was the run's verdict; null where it has none
  /// @param is the verdict made again; null where there is none
  /// @param why what failed now, or the reason; empty where there is none
  public record Difference(
      String uri,
      String test,
      @Nullable String assertion,
      @Nullable Verdict was,
      @Nullable Verdict is,
      String why) {}

  /// A test whose verdict cannot be made again.
  ///
  /// @param uri of the device
  /// @param test its id
  /// @param why in words
  public record Left(String uri, String test, String why) {}

  /// Keeps copies.
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
