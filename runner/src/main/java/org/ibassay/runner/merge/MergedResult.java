package org.ibassay.runner.merge;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.Expectation;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.GroupFailure;
import org.jspecify.annotations.Nullable;

/// What became of many devices.
///
/// @param suite which suite made it, for people
/// @param duts the devices
/// @param failures tests that did not pass, those with the same failure together
/// @param expectations what became of known non-conformances
/// @param isPutBack whether every device is as it was before
/// @param started when the first run began
/// @param duration until the last one ended
/// @param scope which part of a whole it is
public record MergedResult(
    String suite,
    List<MergedDut> duts,
    List<SharedFailure> failures,
    List<Expectation> expectations,
    boolean isPutBack,
    Instant started,
    Duration duration,
    Scope scope) {
  /// Keeps copies.
  public MergedResult {
    duts = List.copyOf(duts);
    failures = List.copyOf(failures);
    expectations = List.copyOf(expectations);
  }

  /// Which part of a whole a result is.
  ///
  /// @param shard `I/N`, or null where the run was not split
  /// @param missing parts that a merge lacks
  /// @param interrupted whether the user ended it
  public record Scope(@Nullable String shard, List<String> missing, boolean interrupted) {
    /// Of a whole run.
    public static final Scope WHOLE = new Scope(null, List.of(), false);

    /// Keeps a copy.
    public Scope {
      missing = List.copyOf(missing);
    }
  }

  /// A device.
  ///
  /// @param label its name in the lab, or its URI
  /// @param tree what results have of it
  /// @param directory its own results, below those of the whole
  /// @param verdict the worst that its tests count as
  /// @param counts how many tests came to each verdict
  /// @param known how many tests failed in nothing but known non-conformances
  public record MergedDut(
      String label,
      Map<String, @Nullable Object> tree,
      String directory,
      Verdict verdict,
      Map<Verdict, Long> counts,
      long known) {}

  /// A test that did not pass, and where.
  ///
  /// @param duts indices into [MergedResult#duts]
  public record SharedFailure(GroupFailure failure, List<Integer> duts) {}

  /// The worst that the devices came to.
  public Verdict verdict() {
    return Verdict.worst(duts.stream().map(MergedDut::verdict));
  }

  /// How many tests got that verdict.
  public long count(Verdict verdict) {
    return duts.stream().mapToLong(dut -> dut.counts.getOrDefault(verdict, 0L)).sum();
  }

  /// How many tests failed in nothing but what is known.
  public long countKnown() {
    return duts.stream().mapToLong(MergedDut::known).sum();
  }

  /// The exit code. A part of a split run that has no device has nothing to find fault with.
  public int exit() {
    if (scope.interrupted) {
      return RunResult.INTERRUPTED;
    }
    if (!scope.missing.isEmpty()) {
      return RunResult.UNDECIDED;
    }
    if (duts.isEmpty() && scope.shard != null) {
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
