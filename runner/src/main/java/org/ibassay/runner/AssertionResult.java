package org.ibassay.runner;

import java.util.List;
import org.ibassay.suite.CheckLog;
import org.jspecify.annotations.Nullable;

/// The result of one assertion in one test.
///
/// @param id e.g. `v1c14-024.1.1#12.02`; `step 94` for checks at a step that proves no assertion
/// @param verdict of its checks together
/// @param reason why it is not a plain pass or fail, or null
/// @param checks made, failed ones included
/// @param failures exact count
/// @param examples failures spread over all, of each step some, at most [CheckLog#EXAMPLES]
/// @param known the expected non-conformance that its failure is, or null
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
  /// Keeps copies.
  public AssertionResult {
    examples = List.copyOf(examples);
    rounds = List.copyOf(rounds);
  }

  /// A result of one round, that nobody expected.
  public AssertionResult(
      String id,
      Verdict verdict,
      @Nullable String reason,
      long checks,
      long failures,
      List<CheckLog.Failure> examples) {
    this(id, verdict, reason, checks, failures, examples, null, List.of(verdict));
  }

  /// The same failure, known.
  public AssertionResult known(KnownNonConformance nonConformance) {
    return new AssertionResult(
        id, verdict, reason, checks, failures, examples, nonConformance, rounds);
  }

  /// Whether its verdict differs between rounds.
  public boolean isUnstable() {
    return rounds.stream().distinct().count() > 1;
  }
}
