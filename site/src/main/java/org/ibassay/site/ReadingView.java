package org.ibassay.site;

import java.util.List;
import java.util.stream.Stream;
import org.ibassay.suite.Reading;

/// A reading as shown on the site.
///
/// @param tests tests that meet it
public record ReadingView(Reading reading, List<Way> ways, List<String> tests) {

  /// A way of the reading.
  ///
  /// @param devices number of conforming simulated devices that follow it
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
