package org.ibassay.runner.state;

/// State of the DUT could not be read; the message says which.
public final class NotReadableException extends Exception {
  private static final long serialVersionUID = 1;

  private final boolean refused;

  /// The DUT did not respond, or its response is not sufficient.
  ///
  /// @param message completes "could not read ..."
  NotReadableException(String message) {
    this(message, false);
  }

  /// @param message completes "could not read ..."
  /// @param refused whether the DUT rejected the Get
  NotReadableException(String message, boolean refused) {
    super(message);
    this.refused = refused;
  }

  /// Whether the DUT rejected the Get.
  public boolean isRefused() {
    return refused;
  }
}
