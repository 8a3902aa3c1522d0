package org.ibassay.site;

import java.io.IOException;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ibassay.device.SimDriver;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.runner.Drivers;
import org.ibassay.runner.Interruption;
import org.ibassay.runner.Journals;
import org.ibassay.runner.ParameterValues;
import org.ibassay.runner.Run;
import org.ibassay.runner.RunPlan;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Suite;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.expect.Expectations;

/// Carries out every test on simulated devices that conform, and counts what is verified.
final class ConformingRuns {
  /// Between them these take every branch of the procedures.
  private static final List<String> DEVICES =
      List.of(
          "sim:ca",
          "sim:ca?widths=15&speeds=3&reinit=true&client-reregister=false",
          "sim:router?vl-cap=1&sl-mapping=false",
          "sim:switch?mcast-cap=0",
          "sim:switch?mcast-cap=1000",
          "sim:sm");

  private final Map<String, Map<String, Long>> checks = new TreeMap<>();
  private final List<String> problems = new ArrayList<>();

  /// Runs all tests on all devices.
  static ConformingRuns of(Suite suite) throws IOException {
    ConformingRuns runs = new ConformingRuns();
    for (String device : DEVICES) {
      runs.count(device, run(suite, device));
    }
    return runs;
  }

  private static RunResult run(Suite suite, String device) throws IOException {
    try {
      RunPlan plan =
          new RunPlan(
              List.of(new RunPlan.Target(DutUri.parse(device), suite.pages())),
              ParameterValues.of(Map.of()),
              false,
              false,
              1,
              Timing.DEFAULT,
              Expectations.NONE,
              1);
      return new Run(
              plan,
              suite,
              new Drivers(List.of(new SimDriver())),
              InstantSource.system(),
              new Interruption(),
              Journals.in(Path.of("none")),
              List.of())
          .execute(Tap.NONE);
    } catch (UsageException | DutUriException e) {
      throw new IOException(device + " could not be tested", e);
    }
  }

  private void count(String device, RunResult run) {
    for (TestResult result : run.tests()) {
      String test = result.page().id();
      if (result.verdict() != Verdict.PASS && result.verdict() != Verdict.NOT_APPLICABLE) {
        problems.add("%s on %s: %s, %s".formatted(test, device, result.verdict(), result.reason()));
      }
      result.judgement().assertions().stream()
          .filter(assertion -> assertion.checks() > 0)
          .forEach(assertion ->
              checks
                  .computeIfAbsent(test, t -> new TreeMap<>())
                  .merge(assertion.id(), assertion.checks(), Long::sum));
    }
  }

  /// How often a test verified an assertion.
  long checks(String test, String assertion) {
    return checks.getOrDefault(test, Map.of()).getOrDefault(assertion, 0L);
  }

  /// The devices that were tested, as URIs.
  static List<String> devices() {
    return DEVICES;
  }

  /// Tests that did not pass, where they should.
  List<String> problems() {
    return List.copyOf(problems);
  }
}
