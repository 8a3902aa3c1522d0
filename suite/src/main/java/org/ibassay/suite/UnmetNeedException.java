package org.ibassay.suite;

/// Ends a part of a procedure because a condition for the rest of it does not hold. The remaining
/// steps have been marked as undecided.
public final class UnmetNeedException extends TestException {
  private static final long serialVersionUID = 1;

  UnmetNeedException(String message) {
    super(Cause.DUT, message);
  }
}
