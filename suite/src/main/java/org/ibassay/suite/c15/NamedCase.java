package org.ibassay.suite.c15;

import java.util.List;
import java.util.function.Function;
import org.ibassay.suite.TestException;

/// One of several cases of a step, with the name that the places of its checks show.
record NamedCase<T>(String name, T value) {

  /// What a step does for each case.
  interface Action<T> {
    /// Runs the case.
    void run(T value) throws TestException;
  }

  /// Returns a case for each value.
  static <T> List<NamedCase<T>> of(List<T> values, Function<T, String> name) {
    return values.stream().map(value -> new NamedCase<>(name.apply(value), value)).toList();
  }
}
