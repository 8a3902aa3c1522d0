package org.ibassay.results.store;

/// A store cannot be read or written.
public final class StoreException extends Exception {
  private static final long serialVersionUID = 1;

  /// The message is for the user.
  public StoreException(String message, Throwable cause) {
    super(message, cause);
  }
}
