package org.ibassay.runner;

/// A DUT that was started anew did not come back. Nothing failed that the tester relies on: what
/// stopped the DUT cannot be found out, that is all.
final class NotBackException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param what completes "the DUT was restarted, but"
  NotBackException(String what) {
    super("the DUT was restarted, but " + what);
  }
}
