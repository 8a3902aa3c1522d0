package org.ibassay.suite;

/// One time round a repetition.
@FunctionalInterface
public interface Iteration {
  /// Carries it out.
  ///
  /// @param index which
  void run(int index) throws TestException;
}
