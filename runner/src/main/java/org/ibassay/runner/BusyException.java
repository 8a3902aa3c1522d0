package org.ibassay.runner;

/// A device is not to be touched now: another run is at work on it, or an earlier one has left it
/// changed. The message says which, and what to do.
public final class BusyException extends Exception {
  private static final long serialVersionUID = 1;

  BusyException(String message) {
    super(message);
  }
}
