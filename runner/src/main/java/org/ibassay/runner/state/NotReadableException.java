package org.ibassay.runner.state;

/// A DUT does not tell what it holds; the message says what could not be read.
public final class NotReadableException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean refused;

  /// The DUT did not answer, or its answer does not say enough.
  ///
  /// @param message completes "could not read ..."
  NotReadableException(String message) {
    this(message, false);
  }

  /// @param message completes "could not read ..."
  /// @param refused whether the DUT answered, and refused to tell
  NotReadableException(String message, boolean refused) {
    super(message);
    this.refused = refused;
  }

  /// Whether the DUT answered, and refused to tell.
  public boolean isRefused() {
    return refused;
  }
}
