package org.ibassay.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/// What `ibassay qualify --json` found, as far as the site shows it.
///
/// @param assertions one entry for each that a test claims
/// @param deviations each on the devices that show it
/// @param variants devices that conform
public record QualificationView(
    List<Guard> assertions, List<Mutation> deviations, List<Variant> variants) {

  /// An assertion of a test.
  ///
  /// @param verifiedOn on how many conforming devices it is checked
  /// @param killed the deviations that fail it
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
  /// @param tests that notice
  public record Device(String kind, String uri, String fate, List<Outcome> tests) {
    /// Whether tests notice, but none fails.
    boolean isDoubtful() {
      return fate.equals("inconclusive");
    }
  }

  /// A test that does not pass.
  public record Outcome(String id, String verdict, List<Assertion> assertions) {}

  /// An assertion that does not pass.
  public record Assertion(String id, String verdict) {}

  /// A device that conforms.
  ///
  /// @param readings which ways tests saw it go; null in a file from before there were readings
  /// @param wrong tests that should have passed
  public record Variant(String uri, @Nullable List<SeenWay> readings, List<Outcome> wrong) {
    /// The ways that tests saw it go.
    Stream<SeenWay> seen() {
      return readings == null ? Stream.empty() : readings.stream();
    }
  }

  /// A way that tests saw a device go where a reading is open.
  ///
  /// @param id of the reading
  public record SeenWay(String id, String way, List<String> tests) {}

  /// Reads the file that `ibassay qualify --json` prints.
  static QualificationView read(Path json) throws IOException {
    try (InputStream in = Files.newInputStream(json)) {
      return JsonMapper.shared().readValue(in, QualificationView.class);
    }
  }

  /// The tests that meet a reading, in the order of their ids.
  List<String> meeting(String reading) {
    return seen()
        .filter(seen -> seen.id.equals(reading))
        .flatMap(seen -> seen.tests.stream())
        .distinct()
        .sorted(IdOrder.IN_ORDER)
        .toList();
  }

  /// How many conforming devices go a way of a reading.
  long going(String reading, String way) {
    return seen().filter(seen -> seen.id.equals(reading) && seen.way.equals(way)).count();
  }

  /// The readings that a test meets, by their ids.
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

  /// Of the tests that claim an assertion, those of one test.
  Stream<Guard> guards(String test, String assertion) {
    return assertions.stream()
        .filter(guard -> guard.test.equals(test) && guard.assertion.equals(assertion));
  }

  /// On how many conforming devices a test verifies an assertion.
  int verifiedOn(String test, String assertion) {
    return guards(test, assertion).mapToInt(Guard::verifiedOn).sum();
  }
}
