package org.ibassay.link;

/// The tester's own side failed: no such port, no permission, port down. Never used for a DUT that
/// does not respond. The message says what failed, where, and what to do.
public final class LinkException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param message for the user: what, where, and what was expected
  public LinkException(String message) {
    super(message);
  }

  /// @param message for the user
  /// @param cause the underlying exception
  public LinkException(String message, Throwable cause) {
    super(message, cause);
  }
}
