package org.ibassay.device.pma;

import org.ibassay.device.seam.Decision;

/// The seams of sampling (16.1.3.2).
public final class SampleSeams {
  /// Duration of the delay or of the interval of a sample.
  public final Decision<Duration> durations = new Decision<>((_, nanos) -> nanos);

  /// Whether a Set starts a sample while another is under way.
  public final Decision<Boolean> restarts = new Decision<>(false);

  /// Whether the counters begin at 0 with each sample.
  public final Decision<Boolean> startsAtZero = new Decision<>(true);

  /// The number to add to a counter.
  public final Decision<Tally> tallies =
      new Decision<>((status, _, _, count) -> status == SampleMechanism.RUNNING ? count : 0);

  SampleSeams() {}

  /// A duration of a sample.
  public interface Duration {
    /// @param isDelay whether it is that of SampleStart, or else that of SampleInterval
    /// @param nanos the conforming duration
    long nanos(boolean isDelay, long nanos);
  }

  /// What a counter counts.
  public interface Tally {
    /// @param status SampleStatus
    /// @param index number of the counter
    /// @param quantity CounterSelect
    /// @param count how often the quantity has occurred
    long add(int status, int index, int quantity, long count);
  }
}
