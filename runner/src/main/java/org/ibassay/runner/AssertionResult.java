package org.ibassay.runner;

import java.util.List;
import org.ibassay.suite.CheckLog;
import org.jspecify.annotations.Nullable;

/// The result of one assertion in one test.
///
/// @param id e.g. `v1c14-024.1.1#12.02`; `step 94` for checks at a step that proves no assertion
/// @param verdict combined verdict of its checks
/// @param reason why it is not a plain pass or fail, or null
/// @param checks number of checks, failed ones included
/// @param failures exact number of failed checks
/// @param examples examples of failures at each of its steps, at most [CheckLog#EXAMPLES]
/// @param known the expected non-conformance that covers its failure, or null
/// @param rounds its verdict in each round of the run
public record AssertionResult(
    String id,
    Verdict verdict,
    @Nullable String reason,
    long checks,
    long failures,
    List<CheckLog.Failure> examples,
    @Nullable KnownNonConformance known,
    List<Verdict> rounds) {
  /// Copies the lists.
  public AssertionResult {
    examples = List.copyOf(examples);
    rounds = List.copyOf(rounds);
  }

  /// The result of one round, without a known non-conformance.
  public AssertionResult(
      String id,
      Verdict verdict,
      @Nullable String reason,
      long checks,
      long failures,
      List<CheckLog.Failure> examples) {
    this(id, verdict, reason, checks, failures, examples, null, List.of(verdict));
  }

  /// Returns this failure, marked as known.
  public AssertionResult known(KnownNonConformance nonConformance) {
    return new AssertionResult(
        id, verdict, reason, checks, failures, examples, nonConformance, rounds);
  }

  /// Whether its verdict differs between rounds.
  public boolean isUnstable() {
    return rounds.stream().distinct().count() > 1;
  }
}
