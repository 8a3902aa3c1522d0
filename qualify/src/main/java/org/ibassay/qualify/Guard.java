package org.ibassay.qualify;

import java.util.List;

/// An assertion that a test claims, and the deviations that fail it.
///
/// @param test id of the test
/// @param assertion id of the assertion
/// @param verifiedOn number of conforming DUTs on which it is checked
/// @param killed names of the deviations that fail it; for an assertion that is only checked if the
///   run is strict about a reading, the ways that fail it, `switchinfo-illegal=stored`
public record Guard(String test, String assertion, int verifiedOn, List<String> killed) {
  /// Copies the list.
  public Guard {
    killed = List.copyOf(killed);
  }

  /// Whether no conforming DUT has it checked.
  public boolean isUnverified() {
    return verifiedOn == 0;
  }

  /// Whether no deviation fails it.
  public boolean isUnguarded() {
    return killed.isEmpty();
  }

  /// Whether exactly one deviation fails it.
  public boolean isGuardedOnce() {
    return killed.size() == 1;
  }

  @Override
  public String toString() {
    return test + " " + assertion;
  }
}
