package org.ibassay.link;

/// The time of a link: real time on real links, virtual time on simulated ones. Nothing above the
/// link uses another clock.
@FunctionalInterface
public interface Clock {
  /// Returns nanoseconds, never negative and never decreasing. Real links count from 1970, so that
  /// a capture shows the time of day; virtual time starts at 0.
  long nanos();
}
