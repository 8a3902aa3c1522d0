package org.ibassay.suite;

/// The ways of a reading, as checks name them.
final class ReadingWays {
  private ReadingWays() {}

  /// @throws IllegalArgumentException when there is none: a test named it wrongly
  static Reading.Way known(Reading reading, String wayId) {
    return reading
        .way(wayId)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "reading %s has no way %s".formatted(reading.id(), wayId)));
  }

  /// What a device does that goes that way.
  static String says(Reading reading, String wayId) {
    return "%s: %s (reading %s, way %s)"
        .formatted(reading.question(), known(reading, wayId).meaning(), reading.id(), wayId);
  }
}
