package org.ibassay.runner.state;

/// A DUT does not tell what it holds; the message says what could not be read.
public final class NotReadableException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param message completes "could not read ..."
  NotReadableException(String message) {
    super(message);
  }
}
