package org.ibassay.suite;

/// Looks up the ways of a reading by id.
final class ReadingWays {
  private ReadingWays() {}

  /// @throws IllegalArgumentException if the reading has no such way
  static Reading.Way known(Reading reading, String wayId) {
    return reading
        .way(wayId)
        .orElseThrow(() ->
            new IllegalArgumentException(
                "reading %s has no way %s".formatted(reading.id(), wayId)));
  }

  /// The text of a way for messages.
  static String says(Reading reading, String wayId) {
    return "%s: %s (reading %s, way %s)"
        .formatted(reading.question(), known(reading, wayId).meaning(), reading.id(), wayId);
  }
}
