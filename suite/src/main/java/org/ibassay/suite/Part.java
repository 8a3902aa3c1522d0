package org.ibassay.suite;

/// A part of a procedure.
@FunctionalInterface
public interface Part {
  /// Runs it.
  void run() throws TestException;
}
