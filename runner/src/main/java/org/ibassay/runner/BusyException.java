package org.ibassay.runner;

/// The device must not be used at present, because another run uses it or an earlier one left it
/// changed. The message says which, and what to do.
public final class BusyException extends Exception {
  private static final long serialVersionUID = 1;

  BusyException(String message) {
    super(message);
  }
}
