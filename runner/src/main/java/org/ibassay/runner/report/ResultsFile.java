package org.ibassay.runner.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.link.capture.CaptureSummary;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.ClaimResult;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.KnownNonConformance;
import org.ibassay.runner.ReadingResult;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.StrictReadings;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.suite.CheckLog;
import org.jspecify.annotations.Nullable;

/// Writes `results.json`, the contract with other tools.
public final class ResultsFile {
  /// The version of the schema. Files of version 1, which had no readings, do not contain it.
  public static final int SCHEMA = 2;

  private ResultsFile() {}

  /// The suite that made a run.
  ///
  /// @param version version of ibassay
  /// @param suite SHA-256 of the suite, or null if unknown
  /// @param profile SHA-256 of the profile, or null
  /// @param ics SHA-256 of the implementation conformance statement, or null
  /// @param entry the device's entry in a lab, or null
  public record Maker(
      String version,
      @Nullable String suite,
      @Nullable String profile,
      @Nullable String ics,
      @Nullable LabEntry entry) {
    /// Adds the members of `results.json`.
    public void addTo(Map<String, @Nullable Object> tree) {
      Map<String, @Nullable Object> made = object("name", "ibassay", "version", version);
      if (suite != null) {
        made.put("sha256", suite);
      }
      tree.put("suite", made);
      if (profile != null) {
        tree.put("profile", object("sha256", profile));
      }
      if (ics != null) {
        tree.put("ics", object("sha256", ics));
      }
    }

    /// The suite of a run outside a lab, without an implementation conformance statement.
    public Maker(String version, @Nullable String suite, @Nullable String profile) {
      this(version, suite, profile, null, null);
    }
  }

  /// The lab's data about the only device of a run.
  ///
  /// @param name name in the lab
  /// @param firmware its version, or null
  /// @param owner person responsible for it, or null
  /// @param conditions SHA-256 of what was to be run, and how
  public record LabEntry(
      String name, @Nullable String firmware, @Nullable String owner, String conditions) {
    void addTo(Map<String, @Nullable Object> dut) {
      dut.put("name", name);
      if (firmware != null) {
        dut.put("firmware", firmware);
      }
      if (owner != null) {
        dut.put("owner", owner);
      }
    }
  }

  /// Writes the file atomically.
  ///
  /// @param capture capture of the run
  public static void write(RunResult result, Maker maker, CaptureSummary capture, Path file)
      throws IOException {
    Map<String, @Nullable Object> tree = tree(result, maker);
    if (capture.leftOut() > 0) {
      tree.put("trace", object("packets", capture.packets(), "leftOut", capture.leftOut()));
    }
    JsonOutput.write(tree, file);
  }

  static Map<String, @Nullable Object> tree(RunResult result, Maker maker) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("schema", SCHEMA);
    maker.addTo(tree);
    List<Map<String, @Nullable Object>> duts =
        result.duts().stream().map(ResultsFile::tree).toList();
    if (maker.entry != null) {
      tree.put("conditions", maker.entry.conditions);
      duts.forEach(maker.entry::addTo);
    }
    tree.put("duts", duts);
    tree.put("started", result.started().toString());
    tree.put("durationMillis", result.duration().toMillis());
    tree.put("verdict", result.verdict().text());
    tree.put("exit", result.exit());
    tree.put("counts", counts(result));
    tree.put("tests", result.tests().stream().map(ResultsFile::test).toList());
    tree.put("readings", result.readings().stream().flatMap(ResultsFile::readings).toList());
    new Judged(result.strict(), claims(result), result.expectations()).addTo(tree);
    return tree;
  }

  private static List<Map<String, @Nullable Object>> claims(RunResult result) {
    return ClaimResult.of(result).stream().map(ResultsFile::claim).toList();
  }

  /// The claims of the user about the devices, and their results.
  ///
  /// @param strict the readings that were judged
  /// @param claims each as in `results.json`
  /// @param expectations known non-conformances
  public record Judged(
      StrictReadings strict,
      List<Map<String, @Nullable Object>> claims,
      List<Expectation> expectations) {
    /// Adds the members of `results.json`; those that are empty are left out.
    public void addTo(Map<String, @Nullable Object> tree) {
      if (!strict.ways().isEmpty()) {
        tree.put("strict", ResultsFile.strict(strict));
      }
      if (!claims.isEmpty()) {
        tree.put("claims", claims);
      }
      if (!expectations.isEmpty()) {
        tree.put("expected", expectations.stream().map(ResultsFile::expectation).toList());
      }
    }
  }

  /// Returns the entry of one node in a run over a fabric: `dut`, `tests`, `readings`, `claims` and
  /// `expected`, as in a file of its own.
  public static Map<String, @Nullable Object> node(RunResult result) {
    Map<String, @Nullable Object> tree =
        object(
            "dut",
            tree(result.duts().getFirst()),
            "tests",
            result.tests().stream().map(ResultsFile::test).toList(),
            "readings",
            result.readings().stream().flatMap(ResultsFile::readings).toList());
    new Judged(StrictReadings.NONE, claims(result), result.expectations()).addTo(tree);
    return tree;
  }

  /// Returns one entry for each way: a DUT whose behavior varies has several for one reading.
  private static Stream<Map<String, @Nullable Object>> readings(ReadingResult result) {
    return result.ways().stream()
        .map(seen ->
            object(
                "id", result.reading().id(),
                "dut", result.dut(),
                "way", seen.way().id(),
                "tests", seen.tests()));
  }

  private static List<Map<String, @Nullable Object>> strict(StrictReadings strict) {
    return strict.ways().entrySet().stream()
        .map(asked -> object("id", asked.getKey().id(), "way", asked.getValue().id()))
        .toList();
  }

  private static Map<String, @Nullable Object> claim(ClaimResult claim) {
    Verdict verdict = claim.verdict();
    return object(
        "name", claim.claim().name(),
        "value", claim.value(),
        "tests", claim.tests(),
        "verdict", verdict == null ? null : verdict.text());
  }

  private static Map<String, @Nullable Object> counts(RunResult result) {
    Map<String, @Nullable Object> counts =
        object(
            "pass", result.count(Verdict.PASS),
            "fail", result.count(Verdict.FAIL),
            "inconclusive", result.count(Verdict.INCONCLUSIVE),
            "error", result.count(Verdict.ERROR),
            "notApplicable", result.count(Verdict.NOT_APPLICABLE));
    if (!result.expectations().isEmpty()) {
      counts.put("failKnown", result.countKnown());
    }
    return counts;
  }

  /// Returns the entry of a known non-conformance.
  public static Map<String, @Nullable Object> expectation(Expectation expectation) {
    return object(
        "file", expectation.entry().file(),
        "entry", expectation.entry().entry(),
        "test", expectation.entry().test(),
        "assertion", expectation.entry().assertion(),
        "state", expectation.state().text(),
        "excused", expectation.excused(),
        "failedOn", expectation.failedOn(),
        "passedOn", expectation.passedOn(),
        "text", expectation.text());
  }

  /// Returns the entry of a DUT.
  public static Map<String, @Nullable Object> tree(DutInfo dut) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("uri", dut.uri());
    tree.put("kind", dut.kind() == null ? null : dut.kind().name().toLowerCase(Locale.ROOT));
    tree.put("roles", dut.node().roles());
    tree.put("nodeGuid", dut.nodeGuid() == 0 ? null : "0x%016x".formatted(dut.nodeGuid()));
    tree.put("description", dut.node().description());
    tree.put("ports", dut.node().ports());
    DutInfo.Link link = dut.link();
    tree.put(
        "link",
        link == null
            ? null
            : object(
                "hops", link.hops(),
                "width", link.width(),
                "speed", link.speed(),
                "mtu", link.mtu()));
    tree.put("unreachedPorts", dut.unreached().isEmpty() ? null : dut.unreached());
    tree.put("trouble", dut.trouble() == null ? null : dut.trouble().text());
    if (!dut.notes().isEmpty()) {
      tree.put("notes", dut.notes());
    }
    return tree;
  }

  private static Map<String, @Nullable Object> test(TestResult test) {
    Map<String, @Nullable Object> tree = new LinkedHashMap<>();
    tree.put("id", test.page().id());
    tree.put("dut", test.dut());
    tree.put("section", test.page().section());
    tree.put("title", test.page().title());
    tree.put("verdict", test.verdict().text());
    if (test.isKnown()) {
      tree.put("counted", test.counted().text());
    }
    tree.put("reason", test.reason());
    tree.put("durationMillis", test.duration().toMillis());
    tree.put(
        "packets",
        object(
            "sent", test.packets().sent(),
            "received", test.packets().received(),
            "retried", test.packets().retried()));
    tree.put("notes", test.notes());
    tree.put("notRestored", test.notRestored().stream().map(TestResult.Left::text).toList());
    if (!test.notPutBack().isEmpty()) {
      tree.put("notPutBack", test.notPutBack());
    }
    if (!test.leftOut().isEmpty()) {
      tree.put("leftOut", test.leftOut());
    }
    addRounds(tree, test.rounds());
    List<Map<String, @Nullable Object>> failed =
        test.log().steps().entrySet().stream()
            .filter(step -> step.getValue().failures() > 0)
            .map(step -> failedStep(step.getKey(), step.getValue()))
            .toList();
    if (!failed.isEmpty()) {
      tree.put("failedSteps", failed);
    }
    tree.put(
        "assertions", test.judgement().assertions().stream().map(ResultsFile::assertion).toList());
    return tree;
  }

  private static Map<String, @Nullable Object> failedStep(String step, CheckLog.Tally tally) {
    CheckLog.Failure first = tally.examples().getFirst();
    String places = tally.where();
    return object(
        "step", step,
        "checks", tally.checks(),
        "failures", tally.failures(),
        "places", places.isEmpty() ? null : places,
        "expected", first.expected(),
        "actual", first.actual());
  }

  private static Map<String, @Nullable Object> assertion(AssertionResult assertion) {
    Map<String, @Nullable Object> tree =
        object(
            "id", assertion.id(),
            "verdict", assertion.verdict().text(),
            "reason", assertion.reason(),
            "checks", assertion.checks(),
            "failures", assertion.failures(),
            "examples", assertion.examples().stream().map(ResultsFile::example).toList());
    addRounds(tree, assertion.rounds());
    KnownNonConformance known = assertion.known();
    if (known != null) {
      tree.put("known", known(known));
    }
    return tree;
  }

  /// A single round has the same verdict and is not written.
  private static void addRounds(Map<String, @Nullable Object> tree, List<Verdict> rounds) {
    if (rounds.size() > 1) {
      tree.put("rounds", rounds.stream().map(Verdict::text).toList());
    }
  }

  private static Map<String, @Nullable Object> known(KnownNonConformance known) {
    return object(
        "entry", known.entry(),
        "reason", known.reason(),
        "owner", known.owner(),
        "firmware", known.firmware(),
        "expires", known.expires().toString());
  }

  private static Map<String, @Nullable Object> example(CheckLog.Failure failure) {
    return object(
        "step", failure.step(),
        "where", failure.where().toString(),
        "expected", failure.expected(),
        "actual", failure.actual(),
        "packet", failure.packet() == 0 ? null : failure.packet(),
        "request", failure.request() == 0 ? null : failure.request());
  }

  /// Returns an object of alternating names and values.
  private static Map<String, @Nullable Object> object(@Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> object = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      object.put(String.valueOf(namesAndValues[i]), namesAndValues[i + 1]);
    }
    return object;
  }
}
