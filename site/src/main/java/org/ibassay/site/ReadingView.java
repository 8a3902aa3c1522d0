package org.ibassay.site;

import java.util.List;
import java.util.stream.Stream;
import org.ibassay.suite.Reading;

/// A reading as the site shows it.
///
/// @param tests that meet it
public record ReadingView(Reading reading, List<Way> ways, List<String> tests) {

  /// A way to read the point.
  ///
  /// @param devices how many conforming simulated devices were seen to go it
  public record Way(Reading.Way way, long devices) {}

  static List<ReadingView> all(QualificationView qualified) {
    return Stream.of(Reading.values()).map(reading -> of(reading, qualified)).toList();
  }

  private static ReadingView of(Reading reading, QualificationView qualified) {
    return new ReadingView(
        reading,
        reading.ways().stream()
            .map(way -> new Way(way, qualified.going(reading.id(), way.id())))
            .toList(),
        qualified.meeting(reading.id()));
  }
}
