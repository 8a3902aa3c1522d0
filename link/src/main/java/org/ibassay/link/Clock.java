package org.ibassay.link;

/// The time of a link. Real links use real time, simulated links virtual time; nothing above the
/// link looks at any other clock.
@FunctionalInterface
public interface Clock {
  /// Nanoseconds since some fixed moment; never runs backwards.
  long nanos();
}
