package org.ibassay.link.upper;

import org.jspecify.annotations.Nullable;

/// The upper tester could not do what was asked.
public final class UpperTesterException extends Exception {
  private static final long serialVersionUID = 1;

  /// Which side the trouble is on.
  public enum Kind {
    /// The DUT, or what it runs on, said no; the upper tester can be used on.
    REFUSED,
    /// Nobody can ask the DUT for it; what was asked for is not applicable.
    UNABLE,
    /// There is no talking to the agent any more.
    LOST
  }

  private final Kind kind;
  private final int errno;

  private UpperTesterException(Kind kind, int errno, String message, @Nullable Throwable cause) {
    super(message, cause);
    this.kind = kind;
    this.errno = errno;
  }

  /// The DUT refused.
  ///
  /// @param errno of the call that failed, as on Linux; 0 when the request itself was not
  ///   understood
  /// @param message what was asked, and the DUT's words
  public static UpperTesterException refused(int errno, String message) {
    return new UpperTesterException(Kind.REFUSED, errno, message, null);
  }

  /// Nobody can ask the DUT for it.
  ///
  /// @param lack what a test says that needs it: a sentence without its subject
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
  /// @param cause what failed underneath
  public static UpperTesterException lost(String message, Throwable cause) {
    return new UpperTesterException(Kind.LOST, 0, message, cause);
  }

  /// Which side the trouble is on.
  public Kind kind() {
    return kind;
  }

  /// The refusing call's error number, as on Linux; 0 when there was none.
  public int errno() {
    return errno;
  }
}
