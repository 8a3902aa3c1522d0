package org.ibassay.suite;

/// A part of a procedure.
@FunctionalInterface
public interface Part {
  /// Carries it out.
  void run() throws TestException;
}
