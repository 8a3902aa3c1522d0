package org.ibassay.link.upper;

import org.jspecify.annotations.Nullable;

/// The upper tester could not execute a request.
public final class UpperTesterException extends Exception {
  private static final long serialVersionUID = 1;

  /// The kind of failure.
  public enum Kind {
    /// The DUT, or its host, refused the request; the upper tester remains usable.
    REFUSED,
    /// The upper tester does not support the request; what needs it is not applicable.
    UNABLE,
    /// The connection to the agent is lost.
    LOST
  }

  private final Kind kind;
  private final int errno;

  private UpperTesterException(Kind kind, int errno, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.errno = errno;
  }

  /// The DUT refused the request.
  ///
  /// @param errno of the call that failed, as on Linux; 0 if the request was not understood
  /// @param message the request, and the DUT's error
  public static UpperTesterException refused(int errno, String message) {
    return new UpperTesterException(Kind.REFUSED, errno, message, null);
  }

  /// The upper tester does not support the request.
  ///
  /// @param lack why a test that needs it is not applicable: a sentence without its subject
  public static UpperTesterException unable(String lack) {
    return new UpperTesterException(Kind.UNABLE, 0, lack, null);
  }

  /// The agent is lost.
  ///
  /// @param message for the user: what, where, and what was expected
  public static UpperTesterException lost(String message) {
    return new UpperTesterException(Kind.LOST, 0, message, null);
  }

  /// The agent is lost.
  ///
  /// @param message for the user
  /// @param cause the underlying exception
  public static UpperTesterException lost(String message, Throwable cause) {
    return new UpperTesterException(Kind.LOST, 0, message, cause);
  }

  /// The kind of failure.
  public Kind kind() {
    return kind;
  }

  /// The errno of the refusing call, as on Linux; 0 if there was none.
  public int errno() {
    return errno;
  }
}
