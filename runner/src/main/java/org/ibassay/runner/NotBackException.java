package org.ibassay.runner;

/// A restarted DUT does not respond, so the cause of its stopping cannot be determined. The tester
/// itself has not failed.
final class NotBackException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param what completes "the DUT was restarted, but"
  NotBackException(String what) {
    super("the DUT was restarted, but " + what);
  }
}
