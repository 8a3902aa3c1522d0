package org.ibassay.suite;

import org.ibassay.link.LinkException;

/// The procedure could not be completed; the message says why.
public class TestException extends Exception {
  private static final long serialVersionUID = 1;

  /// What caused it.
  public enum Cause {
    /// The DUT or the link prevented a check: the verdict is `inconclusive`.
    DUT,
    /// The tester failed: the verdict is `error`.
    TESTER,
    /// The user interrupted the run.
    INTERRUPTED
  }

  private final Cause whose;

  /// @param whose the cause, which decides the verdict
  /// @param message what could not be done, and why
  public TestException(Cause whose, String message) {
    super(message);
    this.whose = whose;
  }

  /// A failure of the tester's access to the link.
  static TestException of(LinkException e) {
    return new TestException(Cause.TESTER, String.valueOf(e.getMessage()));
  }

  static TestException interrupted() {
    return new TestException(Cause.INTERRUPTED, "interrupted");
  }

  /// What caused it.
  public Cause whose() {
    return whose;
  }
}
