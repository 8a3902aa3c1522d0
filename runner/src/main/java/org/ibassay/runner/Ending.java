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

  /// The procedure gave up.
  record GivenUp(TestException why) implements Ending {}

  /// The test itself is broken.
  record Broken(Throwable why) implements Ending {}

  /// The tester was in trouble, so that nothing it saw is to be judged.
  record Untrusted(String why) implements Ending {}

  /// The tester was not there all the while, and time was what mattered.
  record Missed(String why) implements Ending {}

  /// Nothing was carried out.
  ///
  /// @param verdict of the test and of everything that it claims
  record NotRun(Verdict verdict, String why) implements Ending {}

  /// Whether the checks that were made count.
  default boolean isJudged() {
    return !(this instanceof Untrusted || this instanceof Missed);
  }

  /// Returns the verdict of an assertion that was undecided when the procedure was cut short;
  /// `pass` when it was not.
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

  /// Why the procedure was cut short, or null when it was not.
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
