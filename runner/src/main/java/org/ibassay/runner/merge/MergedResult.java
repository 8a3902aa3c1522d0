package org.ibassay.runner.merge;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.GroupFailure;
import org.ibassay.runner.lab.RunScope;
import org.jspecify.annotations.Nullable;

/// The result of a run on several devices.
///
/// @param suite the suite that made it, for messages
/// @param duts the devices
/// @param failures tests that did not pass, grouped by equal failures
/// @param gaps why tests have no result, the most frequent reason first
/// @param claims the claims about all devices, as in `results.json`
/// @param expectations states of known non-conformances
/// @param isPutBack whether every device was restored
/// @param started start of the first run
/// @param duration time until the end of the last run
/// @param scope the part of a split run
public record MergedResult(
    String suite,
    List<MergedDut> duts,
    List<SharedFailure> failures,
    List<Gap> gaps,
    List<Map<String, @Nullable Object>> claims,
    List<Expectation> expectations,
    boolean isPutBack,
    Instant started,
    Duration duration,
    RunScope scope) {
  /// Copies the lists.
  public MergedResult {
    duts = List.copyOf(duts);
    failures = List.copyOf(failures);
    gaps = List.copyOf(gaps);
    claims = List.copyOf(claims);
    expectations = List.copyOf(expectations);
  }

  /// A device.
  ///
  /// @param label its name in the lab, or its URI
  /// @param tree its entry in the results
  /// @param directory its own results, relative to those of the whole
  /// @param verdict the worst verdict with which its tests count
  /// @param counts number of tests with each verdict
  /// @param known number of tests with only known failures
  public record MergedDut(
      String label,
      Map<String, @Nullable Object> tree,
      String directory,
      Verdict verdict,
      Map<Verdict, Long> counts,
      long known) {}

  /// A test that did not pass, and the devices concerned.
  ///
  /// @param duts indices into [MergedResult#duts]
  public record SharedFailure(GroupFailure failure, List<Integer> duts) {}

  /// A reason for which tests did not apply or could not be judged.
  ///
  /// @param tests their number, on all devices
  public record Gap(Verdict verdict, String reason, int tests) {}

  /// The worst verdict of the devices.
  public Verdict verdict() {
    return Verdict.worst(duts.stream().map(MergedDut::verdict));
  }

  /// The number of tests with that verdict.
  public long count(Verdict verdict) {
    return duts.stream().mapToLong(dut -> dut.counts.getOrDefault(verdict, 0L)).sum();
  }

  /// The number of tests with only known failures.
  public long countKnown() {
    return duts.stream().mapToLong(MergedDut::known).sum();
  }

  /// The exit code. A part of a split run without devices passes.
  public int exit() {
    if (scope.interrupted()) {
      return RunResult.INTERRUPTED;
    }
    if (!scope.missing().isEmpty()) {
      return RunResult.UNDECIDED;
    }
    if (duts.isEmpty() && scope.shard() != null) {
      return RunResult.PASSED;
    }
    return switch (verdict()) {
      case FAIL -> RunResult.FAILED;
      case PASS ->
          isPutBack && expectations.stream().noneMatch(Expectation::isWrong)
              ? RunResult.PASSED
              : RunResult.UNDECIDED;
      case ERROR, INCONCLUSIVE, NOT_APPLICABLE -> RunResult.UNDECIDED;
    };
  }
}
