package org.ibassay.junit;

import org.ibassay.runner.TestResult;
import org.ibassay.runner.report.JunitFile;
import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.opentest4j.AssertionFailedError;
import org.opentest4j.TestAbortedException;

/// Converts verdicts to results of the platform.
final class Outcomes {
  private Outcomes() {}

  static TestExecutionResult of(TestResult test) {
    String reason = test.reason();
    return switch (test.verdict()) {
      case FAIL -> failed(JunitFile.failures(test));
      case ERROR, INCONCLUSIVE -> failed(test.verdict().text() + ": " + reason, test.trouble());
      case NOT_APPLICABLE ->
          TestExecutionResult.aborted(new TestAbortedException("not applicable: " + reason));
      case PASS ->
          test.notPutBack().isEmpty()
              ? TestExecutionResult.successful()
              : failed("the device was not restored: " + String.join("; ", test.notPutBack()));
    };
  }

  private static TestExecutionResult failed(String message) {
    return failed(message, null);
  }

  private static TestExecutionResult failed(String message, @Nullable Throwable cause) {
    AssertionFailedError error = new AssertionFailedError(message, cause);
    error.setStackTrace(new StackTraceElement[0]); // ours: where the check stands is its step
    return TestExecutionResult.failed(error);
  }
}
