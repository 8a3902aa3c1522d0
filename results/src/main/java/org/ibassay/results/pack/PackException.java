package org.ibassay.results.pack;

/// A file is not a pack, or cannot be read or written.
public final class PackException extends Exception {
  private static final long serialVersionUID = 1;

  /// The message is for the user.
  public PackException(String message) {
    super(message);
  }
}
