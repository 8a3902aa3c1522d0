package org.ibassay.results.pack;

/// A file that is no pack, or cannot be read or written.
public final class PackException extends Exception {
  private static final long serialVersionUID = 1;

  /// With a message for the user.
  public PackException(String message) {
    super(message);
  }
}
