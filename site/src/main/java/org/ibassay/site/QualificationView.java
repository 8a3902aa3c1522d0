package org.ibassay.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
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
  /// @param wrong tests that should have passed
  public record Variant(String uri, List<Outcome> wrong) {}

  /// Reads the file that `ibassay qualify --json` prints.
  static QualificationView read(Path json) throws IOException {
    try (InputStream in = Files.newInputStream(json)) {
      return JsonMapper.shared().readValue(in, QualificationView.class);
    }
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
