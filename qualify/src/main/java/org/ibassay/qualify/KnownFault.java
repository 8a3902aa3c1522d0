package org.ibassay.qualify;

import java.util.List;

/// The effect of a deviation on the tests on a kind of simulated device.
///
/// @param deviation its name
/// @param steps at which checks fail, and tests that are not decided
record KnownFault(String deviation, List<FailedStep> steps) {
  /// Keeps a copy.
  KnownFault {
    steps = List.copyOf(steps);
  }
}
