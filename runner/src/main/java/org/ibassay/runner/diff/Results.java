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

/// The verdicts of a `results.json`. Reads only the fields that a comparison needs, so that files
/// of other versions can be read as long as these fields are unchanged.
///
/// @param file its path
/// @param started start of the run, as written
/// @param version version of ibassay that wrote it
/// @param duts in the order of the run
/// @param tests in the order run
/// @param readings ways that the devices followed; none in a file of schema version 1
/// @param strict readings that the run judged, `ID=WAY`
/// @param origin the suite that made the run, and its result
public record Results(
    String file,
    String started,
    String version,
    List<Dut> duts,
    List<Test> tests,
    List<Noted> readings,
    List<String> strict,
    Origin origin) {
  private static final String NAME = "results.json";
  private static final int EXIT_CODES = 256;

  /// The suite that made a run, and its result. Files of earlier versions lack the digests.
  ///
  /// @param suite SHA-256 of the suite, or null
  /// @param profile SHA-256 of the profile, or null
  /// @param verdict verdict of the run
  /// @param exit exit code of the run
  public record Origin(
      @Nullable String suite, @Nullable String profile, Verdict verdict, int exit) {}

  /// A device.
  ///
  /// @param uri its URI
  /// @param nodeGuid as written, or null if it could not be identified
  /// @param kind `ca`, `switch` or `router`, or null if it could not be identified
  /// @param roles roles other than the kind
  /// @param description as the device reports it, or null
  /// @param trouble why it was not tested, or null
  /// @param name in the lab, or null
  /// @param firmware as the lab file has it, or null
  public record Dut(
      String uri,
      @Nullable String nodeGuid,
      @Nullable String kind,
      List<String> roles,
      @Nullable String description,
      @Nullable String trouble,
      @Nullable String name,
      @Nullable String firmware) {
    /// A device with a URI and a GUID only.
    public Dut(String uri, @Nullable String nodeGuid) {
      this(uri, nodeGuid, null, List.of(), null, null, null, null);
    }
  }

  /// A test on a device.
  ///
  /// @param dut index into [Results#duts]
  /// @param reason reason of the verdict, or null
  public record Test(
      String id, int dut, Verdict verdict, List<Assertion> assertions, @Nullable String reason) {
    /// A test without a reason.
    public Test(String id, int dut, Verdict verdict, List<Assertion> assertions) {
      this(id, dut, verdict, assertions, null);
    }

    /// Whether all failures of the test are known non-conformances.
    public boolean isKnown() {
      List<Assertion> failed =
          assertions.stream().filter(item -> item.verdict == Verdict.FAIL).toList();
      return verdict == Verdict.FAIL
          && !failed.isEmpty()
          && failed.stream().allMatch(Assertion::isKnown);
    }
  }

  /// The results of a run that passed, of an unknown build.
  public Results(
      String file,
      String started,
      String version,
      List<Dut> duts,
      List<Test> tests,
      List<Noted> readings,
      List<String> strict) {
    this(
        file,
        started,
        version,
        duts,
        tests,
        readings,
        strict,
        new Origin(null, null, Verdict.PASS, 0));
  }

  /// An assertion of a test.
  ///
  /// @param isKnown whether its failure was expected
  /// @param isUnstable whether its verdict differed between rounds
  public record Assertion(String id, Verdict verdict, boolean isKnown, boolean isUnstable) {}

  /// A way of a reading that a device followed.
  ///
  /// @param id id of the reading
  /// @param dut index into [Results#duts]
  public record Noted(String id, int dut, String way) {}

  /// Reads a file, or that of an output directory.
  ///
  /// @throws UsageException names the place in the file and what was expected there
  public static Results read(Path path) throws UsageException {
    Path file = Files.isDirectory(path) ? path.resolve(NAME) : path;
    return of(file.toString(), JsonInput.read("results", file));
  }

  /// Reads the JSON of a file.
  ///
  /// @param file its path, for messages
  /// @throws UsageException names the place in the file and what was expected there
  public static Results of(String file, JsonInput root) throws UsageException {
    JsonInput suite = root.object("suite");
    if (!suite.text("name").equals("ibassay")) {
      throw suite.wrong("name", "\"ibassay\"");
    }
    List<Dut> duts = new ArrayList<>();
    for (JsonInput dut : root.items("duts")) {
      duts.add(dut(dut));
    }
    return new Results(
        file,
        root.text("started"),
        suite.text("version"),
        duts,
        tests(root, duts),
        readings(root, duts),
        strict(root),
        origin(root, suite));
  }

  private static Origin origin(JsonInput root, JsonInput suite) throws UsageException {
    String profile = root.has("profile") ? root.object("profile").text("sha256") : null;
    return new Origin(
        suite.textIfAny("sha256"), profile, verdict(root), root.index("exit", EXIT_CODES));
  }

  private static Dut dut(JsonInput item) throws UsageException {
    return new Dut(
        item.text("uri"),
        item.textIfAny("nodeGuid"),
        item.textIfAny("kind"),
        item.has("roles") ? item.texts("roles") : List.of(),
        item.has("description") ? item.anyText("description") : null,
        item.textIfAny("trouble"),
        item.textIfAny("name"),
        item.textIfAny("firmware"));
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
              item.text("id"),
              item.index("dut", duts.size()),
              verdict(item),
              assertions(item),
              item.textIfAny("reason"));
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
