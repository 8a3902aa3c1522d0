package org.ibassay.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// The part of the output of `ibassay qualify --json` that the site shows.
///
/// @param assertions one entry per claimed assertion
/// @param deviations each on the devices that show it
/// @param variants conforming devices
public record QualificationView(
    List<Guard> assertions, List<Mutation> deviations, List<Variant> variants) {

  /// An assertion of a test.
  ///
  /// @param verifiedOn number of conforming devices on which it is checked
  /// @param killed deviations that fail it
  public record Guard(String test, String assertion, int verifiedOn, List<String> killed) {}

  /// A deviation.
  public record Mutation(String name, String summary, List<Device> devices) {
    /// Whether no test notices it on some device.
    public boolean survives() {
      return devices.stream().anyMatch(device -> device.fate.equals("survived"));
    }
  }

  /// A device with a deviation.
  ///
  /// @param fate `killed`, `inconclusive` or `survived`
  /// @param tests tests that notice it
  public record Device(String kind, String uri, String fate, List<Outcome> tests) {
    /// Whether tests notice it, but none fails.
    boolean isDoubtful() {
      return fate.equals("inconclusive");
    }
  }

  /// A test that does not pass.
  public record Outcome(String id, String verdict, List<Assertion> assertions) {}

  /// An assertion that does not pass.
  public record Assertion(String id, String verdict) {}

  /// A conforming device.
  ///
  /// @param readings ways that tests observed; null in a file from before there were readings
  /// @param wrong tests that should have passed
  public record Variant(String uri, @Nullable List<SeenWay> readings, List<Outcome> wrong) {
    /// The ways that tests observed.
    Stream<SeenWay> seen() {
      return readings == null ? Stream.empty() : readings.stream();
    }
  }

  /// A way of a reading that tests observed.
  ///
  /// @param id id of the reading
  public record SeenWay(String id, String way, List<String> tests) {}

  /// Reads the output of `ibassay qualify --json`.
  static QualificationView read(Path json) throws IOException {
    try (InputStream in = Files.newInputStream(json)) {
      return JsonMapper.shared().readValue(in, QualificationView.class);
    }
  }

  /// Returns the tests that meet a reading, ordered by id.
  List<String> meeting(String reading) {
    return seen()
        .filter(seen -> seen.id.equals(reading))
        .flatMap(seen -> seen.tests.stream())
        .distinct()
        .sorted(IdOrder.IN_ORDER)
        .toList();
  }

  /// The number of conforming devices that follow a way of a reading.
  long going(String reading, String way) {
    return seen().filter(seen -> seen.id.equals(reading) && seen.way.equals(way)).count();
  }

  /// Returns the ids of the readings that a test meets.
  List<String> metBy(String test) {
    return seen()
        .filter(seen -> seen.tests.contains(test))
        .map(SeenWay::id)
        .distinct()
        .sorted()
        .toList();
  }

  private Stream<SeenWay> seen() {
    return variants.stream().flatMap(Variant::seen);
  }

  /// Returns the results of one test for an assertion.
  Stream<Guard> guards(String test, String assertion) {
    return assertions.stream()
        .filter(guard -> guard.test.equals(test) && guard.assertion.equals(assertion));
  }

  /// The number of conforming devices on which a test verifies an assertion.
  int verifiedOn(String test, String assertion) {
    return guards(test, assertion).mapToInt(Guard::verifiedOn).sum();
  }
}
