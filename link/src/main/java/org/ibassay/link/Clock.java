package org.ibassay.link;

/// The time of a link. Real links use real time, simulated links virtual time; nothing above the
/// link looks at any other clock.
@FunctionalInterface
public interface Clock {
  /// Nanoseconds, never negative, never running backwards. Real links count from 1970, so that a
  /// capture shows the time of day; virtual time starts at 0.
  long nanos();
}
