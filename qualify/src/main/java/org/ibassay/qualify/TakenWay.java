package org.ibassay.qualify;

import org.ibassay.suite.Reading;

/// A way of a reading that a conforming DUT follows.
///
/// @param way id of the way
public record TakenWay(Reading reading, String way) {
  /// Whether it is the first way, the closest to the literal requirement of the specification.
  public boolean isFirst() {
    return way.equals(reading.ways().getFirst().id());
  }

  /// Returns the first way of a reading.
  static TakenWay first(Reading reading) {
    return new TakenWay(reading, reading.ways().getFirst().id());
  }

  /// The form that `--strict` accepts.
  @Override
  public String toString() {
    return reading.id() + "=" + way;
  }
}
