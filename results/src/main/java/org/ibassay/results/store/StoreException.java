package org.ibassay.results.store;

/// A store that cannot be read or written.
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1;

  /// With a message for the user.
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
