package org.ibassay.runner.diff;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.report.JsonInput;
import org.jspecify.annotations.Nullable;

/// What a `results.json` says of its verdicts. Fields that a comparison has no use for are not
/// looked at, so a file of another version can be read as long as these have stayed.
///
/// @param file where it stands
/// @param started when the run was, as written
/// @param version of ibassay that wrote it
/// @param duts in the order of the run
/// @param tests in the order run
/// @param readings which ways the devices went; none in a file of schema version 1
/// @param strict the readings that the run judged, `ID=WAY`
public record Results(
    String file,
    String started,
    String version,
    List<Dut> duts,
    List<Test> tests,
    List<Noted> readings,
    List<String> strict) {
  private static final String NAME = "results.json";

  /// A device.
  ///
  /// @param uri that it was reached by
  /// @param nodeGuid as written, or null when it could not be identified
  public record Dut(String uri, @Nullable String nodeGuid) {}

  /// A test on a device.
  ///
  /// @param dut index into [Results#duts]
  public record Test(String id, int dut, Verdict verdict, List<Assertion> assertions) {}

  /// An assertion of a test.
  ///
  /// @param isKnown whether its failure was expected
  /// @param isUnstable whether its verdict differed between rounds
  public record Assertion(String id, Verdict verdict, boolean isKnown, boolean isUnstable) {}

  /// A way that a device went where the specification can be read in several.
  ///
  /// @param id of the reading
  /// @param dut index into [Results#duts]
  public record Noted(String id, int dut, String way) {}

  /// Reads a file, or that of an output directory.
  ///
  /// @throws UsageException names the place in the file and what was expected there
  public static Results read(Path path) throws UsageException {
    Path file = Files.isDirectory(path) ? path.resolve(NAME) : path;
    JsonInput root = JsonInput.read("results", file);
    JsonInput suite = root.object("suite");
    if (!suite.text("name").equals("ibassay")) {
      throw suite.wrong("name", "\"ibassay\"");
    }
    List<Dut> duts = new ArrayList<>();
    for (JsonInput dut : root.items("duts")) {
      duts.add(new Dut(dut.text("uri"), dut.textIfAny("nodeGuid")));
    }
    return new Results(
        file.toString(),
        root.text("started"),
        suite.text("version"),
        duts,
        tests(root, duts),
        readings(root, duts),
        strict(root));
  }

  private static List<Noted> readings(JsonInput root, List<Dut> duts) throws UsageException {
    List<Noted> readings = new ArrayList<>();
    for (JsonInput item : itemsIfAny(root, "readings")) {
      readings.add(new Noted(item.text("id"), item.index("dut", duts.size()), item.text("way")));
    }
    return readings;
  }

  private static List<String> strict(JsonInput root) throws UsageException {
    List<String> strict = new ArrayList<>();
    for (JsonInput item : itemsIfAny(root, "strict")) {
      strict.add(item.text("id") + "=" + item.text("way"));
    }
    return strict;
  }

  private static List<JsonInput> itemsIfAny(JsonInput root, String field) throws UsageException {
    return root.has(field) ? root.items(field) : List.of();
  }

  private static List<Test> tests(JsonInput root, List<Dut> duts) throws UsageException {
    List<Test> tests = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (JsonInput item : root.items("tests")) {
      Test test =
          new Test(
              item.text("id"), item.index("dut", duts.size()), verdict(item), assertions(item));
      if (!seen.add(test.dut + test.id)) {
        throw item.wrong("%s on DUT %d stands here twice".formatted(test.id, test.dut));
      }
      tests.add(test);
    }
    return tests;
  }

  private static List<Assertion> assertions(JsonInput test) throws UsageException {
    List<Assertion> assertions = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (JsonInput item : test.items("assertions")) {
      String id = item.text("id");
      if (!seen.add(id)) {
        throw item.wrong(id + " stands here twice");
      }
      assertions.add(new Assertion(id, verdict(item), item.has("known"), item.isMixed("rounds")));
    }
    return assertions;
  }

  private static Verdict verdict(JsonInput item) throws UsageException {
    String text = item.text("verdict");
    return Verdict.of(text)
        .orElseThrow(
            () -> item.wrong("verdict", "pass, fail, inconclusive, error or not-applicable"));
  }
}
