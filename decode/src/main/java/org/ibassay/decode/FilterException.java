package org.ibassay.decode;

/// An invalid filter; the message says where and what was expected.
public final class FilterException extends Exception {
  private static final long serialVersionUID = 1;

  /// @param message for the user
  public FilterException(String message) {
    super(message);
  }
}
