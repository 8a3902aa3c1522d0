package org.ibassay.qualify;

import java.util.List;

/// The effect of a deviation on the tests, on one kind of simulated device.
///
/// @param deviation name of the deviation
/// @param steps steps with failed checks, and undecided tests
record KnownFault(String deviation, List<FailedStep> steps) {
  /// Copies the list.
  KnownFault {
    steps = List.copyOf(steps);
  }
}
