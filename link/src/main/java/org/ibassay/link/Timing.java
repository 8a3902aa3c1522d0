package org.ibassay.link;

/// The timeout and retries of a request.
///
/// @param timeoutNanos how long each transmission waits for its response
/// @param retries how often the request is repeated
public record Timing(long timeoutNanos, int retries) {
  /// The command line's defaults: 200 ms and 3 retries.
  public static final Timing DEFAULT = new Timing(200_000_000L, 3);

  /// Returns a copy without retries: for a request that must not be answered, or that would have
  /// another meaning the second time.
  public Timing once() {
    return new Timing(timeoutNanos, 0);
  }

  /// Returns a copy with another timeout.
  public Timing withTimeout(long nanos) {
    return new Timing(nanos, retries);
  }
}
