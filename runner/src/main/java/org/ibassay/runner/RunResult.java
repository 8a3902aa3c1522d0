package org.ibassay.runner;

import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.ibassay.runner.ReadingResult.Seen;
import org.ibassay.suite.Reading;
import org.ibassay.suite.Reading.Way;

/// The result of a run.
///
/// @param duts in the order of the command line
/// @param started start of the run
/// @param duration by the tester's own clock
/// @param tests one per test and DUT, in the order run
/// @param expectations state of each known non-conformance; empty if there is no file
/// @param interrupted whether the user ended the run
/// @param strict readings that were judged
/// @param claims what the DUTs were claimed to implement
public record RunResult(
    List<DutInfo> duts,
    Instant started,
    Duration duration,
    List<TestResult> tests,
    List<Expectation> expectations,
    boolean interrupted,
    StrictReadings strict,
    Claims claims) {

  /// Exit code: at least one test passed; all others did not apply or had only known failures.
  public static final int PASSED = 0;

  /// Exit code: a test failed.
  public static final int FAILED = 1;

  /// Exit code: wrong usage.
  public static final int MISUSED = 2;

  /// Exit code: not passed for another reason.
  public static final int UNDECIDED = 3;

  /// Exit code: interrupted by the user, after changes were restored.
  public static final int INTERRUPTED = 130;

  /// Copies the lists.
  public RunResult {
    duts = List.copyOf(duts);
    tests = List.copyOf(tests);
    expectations = List.copyOf(expectations);
  }

  /// The result of a run without claims.
  public RunResult(
      List<DutInfo> duts,
      Instant started,
      Duration duration,
      List<TestResult> tests,
      List<Expectation> expectations,
      boolean interrupted,
      StrictReadings strict) {
    this(duts, started, duration, tests, expectations, interrupted, strict, Claims.NONE);
  }

  /// The result of a run that was strict about no reading.
  public RunResult(
      List<DutInfo> duts,
      Instant started,
      Duration duration,
      List<TestResult> tests,
      List<Expectation> expectations,
      boolean interrupted) {
    this(duts, started, duration, tests, expectations, interrupted, StrictReadings.NONE);
  }

  /// The ways that each DUT followed where readings are open, as observed by tests; ordered by DUT
  /// and reading.
  public List<ReadingResult> readings() {
    return IntStream.range(0, duts.size())
        .boxed()
        .flatMap(dut ->
            Arrays.stream(Reading.values())
                .map(reading -> new ReadingResult(reading, dut, seen(dut, reading), strict)))
        .filter(result -> !result.ways().isEmpty())
        .toList();
  }

  private List<Seen> seen(int dut, Reading reading) {
    return reading.ways().stream()
        .map(way -> new Seen(way, tests(dut, reading, way)))
        .filter(seen -> !seen.tests().isEmpty())
        .toList();
  }

  private List<String> tests(int dut, Reading reading, Way way) {
    return tests.stream()
        .filter(test -> test.dut() == dut)
        .filter(test -> test.log().readings().getOrDefault(reading, Set.of()).contains(way.id()))
        .map(test -> test.page().id())
        .toList();
  }

  /// The readings that were to be judged by name, but that no test met.
  public List<Reading> unmet() {
    return strict.named().stream()
        .filter(named -> readings().stream().noneMatch(result -> result.reading() == named))
        .toList();
  }

  /// The worst verdict with which the tests count. A test with only known failures is no pass: it
  /// is left out.
  public Verdict verdict() {
    return Verdict.worst(
        tests.stream()
            .filter(t -> !t.isKnown() || t.counted() != Verdict.PASS)
            .map(TestResult::counted));
  }

  /// Returns the summary of a run without a verdict of its own: known failures may have applied.
  public String nothing() {
    return countKnown() > 0 ? "no test passed" : "nothing applied";
  }

  /// The number of tests with that verdict.
  public long count(Verdict verdict) {
    return tests.stream().filter(t -> t.verdict() == verdict).count();
  }

  /// Whether a test was left out because its DUT could not be tested.
  public boolean isLeftOut(TestResult test) {
    return duts.get(test.dut()).trouble() != null;
  }

  /// The number of tests left out because their DUT could not be tested.
  public long countLeftOut() {
    return tests.stream().filter(this::isLeftOut).count();
  }

  /// The number of tests with that verdict, where a DUT that could not be tested counts once,
  /// instead of its tests.
  public long countProblems(Verdict verdict) {
    long devices =
        duts.stream()
            .filter(dut -> dut.trouble() != null && dut.trouble().verdict() == verdict)
            .count();
    return devices + tests.stream().filter(t -> t.verdict() == verdict && !isLeftOut(t)).count();
  }

  /// The number of tests with only known failures.
  public long countKnown() {
    return tests.stream().filter(TestResult::isKnown).count();
  }

  /// Whether every DUT was restored, except for what no Set can restore.
  public boolean isPutBack() {
    return tests.stream().allMatch(test -> test.notPutBack().isEmpty());
  }

  /// The exit code.
  public int exit() {
    if (interrupted) {
      return INTERRUPTED;
    }
    return switch (verdict()) {
      case FAIL -> FAILED;
      case PASS ->
          isPutBack() && expectations.stream().noneMatch(Expectation::isWrong) ? PASSED : UNDECIDED;
      case ERROR, INCONCLUSIVE, NOT_APPLICABLE -> UNDECIDED;
    };
  }
}
