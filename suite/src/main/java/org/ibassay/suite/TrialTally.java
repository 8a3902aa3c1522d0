package org.ibassay.suite;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/// The results of the trials of a part of a procedure.
final class TrialTally {
  private record Outcome(List<String> checks, long packets) {}

  private final List<CheckLog.Failure> missing = new ArrayList<>();
  private @Nullable Outcome last;
  private int alike;
  private int count;
  private int failures;

  /// @param packets the number of packets received from the DUT
  void add(Trial trial, long packets) {
    count++;
    Outcome outcome = new Outcome(trial.outcome(), packets);
    alike = outcome.equals(last) ? alike + 1 : 1;
    last = outcome;
    CheckLog.Failure notCome = trial.missing();
    if (trial.failed()) {
      failures++;
    } else if (notCome != null) {
      missing.add(notCome);
    }
  }

  int count() {
    return count;
  }

  /// Whether a check failed in any trial.
  boolean anyFailed() {
    return failures > 0;
  }

  /// Whether a check failed in all trials, or in none.
  boolean agree() {
    return failures == count || failures == 0;
  }

  /// Whether results differ.
  boolean differ() {
    return alike < count;
  }

  /// The number of trials with the latest result, counted back from the last one.
  int alike() {
    return alike;
  }

  /// Whether all trials ended with the same missing packet.
  boolean allMissTheSame() {
    return missing.size() == count
        && missing.stream().map(f -> f.step() + f.where() + f.expected()).distinct().count() == 1;
  }

  /// The failure to report if the packet that all trials missed was never sent.
  CheckLog.Failure notSent() {
    CheckLog.Failure first = missing.getFirst();
    return new CheckLog.Failure(
        first.step(),
        first.where(),
        first.expected(),
        "no packet in %d trials".formatted(count),
        first.packet(),
        first.request(),
        first.field());
  }
}
