package org.ibassay.suite;

import org.ibassay.link.LinkException;

/// A procedure could not be carried out; the message says why.
public class TestException extends Exception {
  private static final long serialVersionUID = 1;

  /// Whose trouble it is.
  public enum Cause {
    /// DUT or link did not let the check be made: the verdict is `inconclusive`.
    DUT,
    /// The tester's own trouble: the verdict is `error`.
    TESTER,
    /// The user interrupted the run.
    INTERRUPTED
  }

  private final Cause whose;

  /// @param whose decides the verdict
  /// @param message what could not be done, and why
  public TestException(Cause whose, String message) {
    super(message);
    this.whose = whose;
  }

  /// The tester's own trouble with the link.
  static TestException of(LinkException e) {
    return new TestException(Cause.TESTER, String.valueOf(e.getMessage()));
  }

  static TestException interrupted() {
    return new TestException(Cause.INTERRUPTED, "interrupted");
  }

  /// Whose trouble it is.
  public Cause whose() {
    return whose;
  }
}
