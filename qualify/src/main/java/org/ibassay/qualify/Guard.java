package org.ibassay.qualify;

import java.util.List;

/// An assertion that a test claims, and what shows that the test means it.
///
/// @param test its id
/// @param assertion its id
/// @param verifiedOn on how many conforming DUTs it is checked
/// @param killed the deviations that fail it, by name; of what is a check only in a run that is
///   strict about a reading, the ways that fail it, `switchinfo-illegal=stored`
public record Guard(String test, String assertion, int verifiedOn, List<String> killed) {
  /// Keeps a copy.
  public Guard {
    killed = List.copyOf(killed);
  }

  /// Whether it is claimed, but checked on no conforming DUT.
  public boolean isUnverified() {
    return verifiedOn == 0;
  }

  /// Whether no deviation fails it.
  public boolean isUnguarded() {
    return killed.isEmpty();
  }

  /// Whether one deviation only fails it.
  public boolean isGuardedOnce() {
    return killed.size() == 1;
  }

  @Override
  public String toString() {
    return test + " " + assertion;
  }
}
