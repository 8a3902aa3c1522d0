package org.ibassay.link;

/// How patient a request is.
///
/// @param timeoutNanos how long one try waits for its answer
/// @param retries how many more tries follow the first
public record Timing(long timeoutNanos, int retries) {
  /// Defaults of the command line: 200 ms and 3 retries.
  public static final Timing DEFAULT = new Timing(200_000_000L, 3);

  /// A copy without retries: for a request whose right answer is silence, or which would mean
  /// something else the second time.
  public Timing once() {
    return new Timing(timeoutNanos, 0);
  }

  /// A copy with another timeout for each try.
  public Timing withTimeout(long nanos) {
    return new Timing(nanos, retries);
  }
}
