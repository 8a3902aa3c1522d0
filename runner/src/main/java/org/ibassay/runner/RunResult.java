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
/// @param started when
/// @param duration by the tester's own clock
/// @param tests one for each test and DUT, in the order run
/// @param expectations what became of each known non-conformance; empty when no file was given
/// @param interrupted whether the user ended it
/// @param strict the readings that were judged
/// @param claims what the DUTs were said to implement
public record RunResult(
    List<DutInfo> duts,
    Instant started,
    Duration duration,
    List<TestResult> tests,
    List<Expectation> expectations,
    boolean interrupted,
    StrictReadings strict,
    Claims claims) {

  /// At least one test passed, and the rest did not apply or failed only as is known.
  public static final int PASSED = 0;

  /// A test failed.
  public static final int FAILED = 1;

  /// Wrong use.
  public static final int MISUSED = 2;

  /// Anything else short of a pass.
  public static final int UNDECIDED = 3;

  /// Interrupted by the user, after putting back.
  public static final int INTERRUPTED = 130;

  /// Keeps copies.
  public RunResult {
    duts = List.copyOf(duts);
    tests = List.copyOf(tests);
    expectations = List.copyOf(expectations);
  }

  /// Of a run without claims.
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

  /// Of a run that was strict about no reading.
  public RunResult(
      List<DutInfo> duts,
      Instant started,
      Duration duration,
      List<TestResult> tests,
      List<Expectation> expectations,
      boolean interrupted) {
    this(duts, started, duration, tests, expectations, interrupted, StrictReadings.NONE);
  }

  /// Which way each DUT goes where readings are open, as far as tests saw it: DUT by DUT, in the
  /// order of the readings.
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

  /// The readings that were to be judged, by name, and that no test met.
  public List<Reading> unmet() {
    return strict.named().stream()
        .filter(named -> readings().stream().noneMatch(result -> result.reading() == named))
        .toList();
  }

  /// The worst that the tests count as. One that failed only as is known is no pass: it is left
  /// out.
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

  /// How many tests got that verdict.
  public long count(Verdict verdict) {
    return tests.stream().filter(t -> t.verdict() == verdict).count();
  }

  /// How many tests failed in nothing but what is known.
  public long countKnown() {
    return tests.stream().filter(TestResult::isKnown).count();
  }

  /// Whether every DUT is as it was, but for what no Set can put back.
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
