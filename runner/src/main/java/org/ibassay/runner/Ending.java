package org.ibassay.runner;

import org.ibassay.suite.TestException;
import org.jspecify.annotations.Nullable;

/// How a procedure ended.
sealed interface Ending {

  /// `execute()` ended.
  ///
  /// @param passed what it returned
  record Complete(boolean passed) implements Ending {}

  /// `initialize()` returned false.
  record NotReady(@Nullable String why) implements Ending {}

  /// The procedure could not be completed.
  record GivenUp(TestException why) implements Ending {}

  /// The test itself threw an exception.
  record Broken(Throwable why) implements Ending {}

  /// The tester failed, so that its observations must not be judged.
  record Untrusted(String why) implements Ending {}

  /// The tester stalled during a test that depends on time.
  record Missed(String why) implements Ending {}

  /// The test was not run.
  ///
  /// @param verdict verdict of the test and of everything that it claims
  record NotRun(Verdict verdict, String why) implements Ending {}

  /// Whether the checks that were made count.
  default boolean isJudged() {
    return !(this instanceof Untrusted || this instanceof Missed);
  }

  /// Returns the verdict of assertions that were undecided when the procedure ended early; `pass`
  /// if it did not.
  default Verdict undecided() {
    return switch (this) {
      case Complete _ -> Verdict.PASS;
      case NotReady _, Missed _ -> Verdict.INCONCLUSIVE;
      case GivenUp(TestException why) ->
          why.whose() == TestException.Cause.TESTER ? Verdict.ERROR : Verdict.INCONCLUSIVE;
      case Broken _, Untrusted _ -> Verdict.ERROR;
      case NotRun(Verdict verdict, String _) -> verdict;
    };
  }

  /// Why the procedure ended early, or null if it did not.
  default @Nullable String reason() {
    return switch (this) {
      case Complete _ -> null;
      case NotReady(String why) -> why == null ? "initialize() returned false" : why;
      case GivenUp(TestException why) -> String.valueOf(why.getMessage());
      case Broken(Throwable why) ->
          TestResult.BROKEN
              + why.getClass().getSimpleName()
              + (why.getMessage() == null ? "" : ": " + why.getMessage());
      case Untrusted(String why) -> why;
      case Missed(String why) -> why;
      case NotRun(Verdict _, String why) -> why;
    };
  }
}
