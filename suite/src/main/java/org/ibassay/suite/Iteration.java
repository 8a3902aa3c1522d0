package org.ibassay.suite;

/// One pass of a repetition.
@FunctionalInterface
public interface Iteration {
  /// Runs the iteration.
  ///
  /// @param index value of the loop variable
  void run(int index) throws TestException;
}
