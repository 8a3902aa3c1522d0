package org.ibassay.qualify;

import org.ibassay.suite.Reading;

/// A way that a conforming DUT goes where a reading is open.
///
/// @param way its id
public record TakenWay(Reading reading, String way) {
  /// Whether it is the one nearest to the letter of the specification.
  public boolean isFirst() {
    return way.equals(reading.ways().getFirst().id());
  }

  /// The first way of a reading.
  static TakenWay first(Reading reading) {
    return new TakenWay(reading, reading.ways().getFirst().id());
  }

  /// As `--strict` takes it.
  @Override
  public String toString() {
    return reading.id() + "=" + way;
  }
}
