package org.ibassay.link;

/// The tester's own side cannot do what was asked: no such port, no permission, port down. Never
/// the DUT's silence. The message says what, where, and what to do about it.
public final class LinkException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param message for the user: what, where, and what was expected
  public LinkException(String message) {
    super(message);
  }

  /// @param message for the user
  /// @param cause what failed underneath
  public LinkException(String message, Throwable cause) {
    super(message, cause);
  }
}
