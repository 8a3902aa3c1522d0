package org.ibassay.cli;

/// Something that the command needs is not available; the message is for the user.
final class FailureException extends Exception {
  private static final long serialVersionUID = 1;

  FailureException(String message) {
    super(message);
  }
}
