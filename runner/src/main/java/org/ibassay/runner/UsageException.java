package org.ibassay.runner;

/// The user requested something impossible; the message names the offending part and what is
/// allowed there.
public final class UsageException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param message for the user
  public UsageException(String message) {
    super(message);
  }
}
