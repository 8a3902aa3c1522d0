package org.ibassay.suite;

/// A part of a procedure ends, as something does not hold that all that follows in it needs. Its
/// steps are marked as undecided already.
public final class UnmetNeedException extends TestException {
  private static final long serialVersionUID = 1;

  UnmetNeedException(String message) {
    super(Cause.DUT, message);
  }
}
