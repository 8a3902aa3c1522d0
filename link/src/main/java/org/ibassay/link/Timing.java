package org.ibassay.link;

/// How patient a port is.
///
/// @param timeoutNanos how long one try waits for its answer
/// @param retries how many more tries follow the first
public record Timing(long timeoutNanos, int retries) {
  /// What the command line defaults to: 200 ms and 3 more tries.
  public static final Timing DEFAULT = new Timing(200_000_000L, 3);
}
