package org.ibassay.runner;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;

/// The result of one test on one DUT, in one round or in all rounds. For all rounds, verdicts are
/// the worst; counts, durations and packets are sums.
///
/// @param page the test's page
/// @param dut index into [RunResult#duts]
/// @param judgement the verdict and its grounds
/// @param duration duration of initialization and procedure, without snapshot and restore, by the
///   tester's own clock
/// @param packets packets sent and received by the procedure
/// @param notes notes for the reader of the verdict
/// @param notRestored differences of the DUT from its state before the test
/// @param log results of the checks, by step
/// @param trouble exception thrown by a broken test
/// @param rounds its verdict in each round of the run
public record TestResult(
    Page page,
    int dut,
    Judgement judgement,
    Duration duration,
    Packets packets,
    List<String> notes,
    List<Left> notRestored,
    CheckLog log,
    @Nullable Throwable trouble,
    List<Verdict> rounds) {
  /// Prefix of a reason that is an error of the test and not of the DUT.
  public static final String BROKEN = "the test itself is broken: ";

  private static final String STEP = "step ";

  /// State of the DUT that was not restored.
  ///
  /// @param text a sentence
  /// @param isFinal whether no Set can restore it; otherwise restoring failed or could not be
  ///   verified
  public record Left(String text, boolean isFinal) {}

  /// The number of MADs of a procedure.
  public record Packets(long sent, long received, long retried) {
    /// No MADs.
    public static final Packets NONE = new Packets(0, 0, 0);

    Packets plus(Packets more) {
      return new Packets(sent + more.sent, received + more.received, retried + more.retried);
    }
  }

  /// A verdict and its grounds.
  ///
  /// @param verdict verdict of the test
  /// @param besideFailures the verdict without the failed checks: what is undecided counts
  ///   regardless
  /// @param reason why it is not a plain pass or fail, or null
  /// @param assertions one entry for each assertion that the page claims
  public record Judgement(
      Verdict verdict,
      Verdict besideFailures,
      @Nullable String reason,
      List<AssertionResult> assertions) {
    /// Copies the list.
    public Judgement {
      assertions = List.copyOf(assertions);
    }
  }

  /// Copies the lists.
  public TestResult {
    notes = List.copyOf(notes);
    notRestored = List.copyOf(notRestored);
    rounds = List.copyOf(rounds);
  }

  /// Starts the result of one round, with a duration and a number of packets of 0.
  ///
  /// @param log results of the checks, by step
  public static Builder of(Page page, int dut, Judgement judgement, CheckLog log) {
    return new Builder(page, dut, judgement, log);
  }

  /// Returns this result with another judgement.
  ///
  /// @param note a further note; empty for none
  TestResult judged(Judgement other, String note) {
    List<String> all = Stream.concat(notes.stream(), Stream.of(note)).toList();
    return toBuilder()
        .judgement(other)
        .rounds(List.of(other.verdict()))
        .notes(note.isEmpty() ? notes : all)
        .build();
  }

  private Builder toBuilder() {
    return of(page, dut, judgement, log)
        .took(duration)
        .packets(packets)
        .notes(notes)
        .notRestored(notRestored)
        .trouble(trouble)
        .rounds(rounds);
  }

  /// Builds a result; its parts are those of [TestResult].
  public static final class Builder {
    private final Page page;
    private final int dut;
    private final CheckLog log;
    private Judgement judgement;
    private List<Verdict> rounds;
    private Duration duration = Duration.ZERO;
    private Packets packets = Packets.NONE;
    private List<String> notes = List.of();
    private List<Left> notRestored = List.of();
    private @Nullable Throwable trouble;

    private Builder(Page page, int dut, Judgement judgement, CheckLog log) {
      this.page = page;
      this.dut = dut;
      this.judgement = judgement;
      this.log = log;
      this.rounds = List.of(judgement.verdict());
    }

    Builder judgement(Judgement other) {
      judgement = other;
      return this;
    }

    Builder rounds(List<Verdict> verdicts) {
      rounds = verdicts;
      return this;
    }

    /// Sets the duration.
    public Builder took(Duration time) {
      duration = time;
      return this;
    }

    /// Sets the packets sent and received.
    public Builder packets(Packets count) {
      packets = count;
      return this;
    }

    /// Sets the notes.
    public Builder notes(List<String> sentences) {
      notes = sentences;
      return this;
    }

    /// Sets the differences from the snapshot.
    public Builder notRestored(List<Left> left) {
      notRestored = left;
      return this;
    }

    /// Sets the exception that was thrown.
    public Builder trouble(@Nullable Throwable thrown) {
      trouble = thrown;
      return this;
    }

    /// Returns the result.
    public TestResult build() {
      return new TestResult(
          page, dut, judgement, duration, packets, notes, notRestored, log, trouble, rounds);
    }
  }

  /// What the test left out because of PROFILE=short; empty if nothing.
  public String leftOut() {
    return log.isShortened() ? page.leftOut() : "";
  }

  /// The test's verdict.
  public Verdict verdict() {
    return judgement.verdict();
  }

  /// Why it is not a plain pass or fail, or null.
  public @Nullable String reason() {
    return judgement.reason();
  }

  /// Returns the verdict with which the test counts in the run: its own, or if all failures are
  /// known, the verdict without them.
  public Verdict counted() {
    boolean isNew =
        judgement.assertions().stream()
            .anyMatch(a -> a.verdict() == Verdict.FAIL && a.known() == null);
    return verdict() != Verdict.FAIL || isNew ? verdict() : judgement.besideFailures();
  }

  /// Returns the state that was not restored, or that may not have been.
  public List<String> notPutBack() {
    return notRestored.stream().filter(left -> !left.isFinal()).map(Left::text).toList();
  }

  /// Whether it failed, and all failures are known.
  public boolean isKnown() {
    return verdict() == Verdict.FAIL && counted() != Verdict.FAIL;
  }

  /// Returns the assertions that fail because of a failure at a step; `step 94` for a step without
  /// any.
  public List<String> proved(String step) {
    List<String> proved = page.step(step).map(Page.Step::assertions).orElse(List.of());
    return proved.isEmpty() ? List.of(STEP + step) : proved;
  }

  /// The known non-conformances, by assertion, that cover a failure at a step.
  public Map<String, KnownNonConformance> known(String step) {
    List<String> ids = proved(step);
    Map<String, KnownNonConformance> known = new LinkedHashMap<>();
    for (AssertionResult assertion : judgement.assertions()) {
      KnownNonConformance nonConformance = assertion.known();
      if (nonConformance != null && ids.contains(assertion.id())) {
        known.put(assertion.id(), nonConformance);
      }
    }
    return known;
  }

  /// Whether all assertions that fail because of a failure at a step are known to fail.
  public boolean isKnown(String step) {
    return known(step).size() == proved(step).size();
  }

  /// Returns the result of an assertion of the page, or of a step without one, `step 94`, which has
  /// a result only if it did not pass.
  public AssertionResult assertion(String id) {
    return judgement.assertions().stream()
        .filter(a -> a.id().equals(id))
        .findFirst()
        .orElseGet(() -> withoutComplaint(id));
  }

  private AssertionResult withoutComplaint(String id) {
    CheckLog.Tally tally = log.steps().get(id.substring(STEP.length()));
    long checks = tally == null ? 0 : tally.checks();
    Verdict open = judgement.besideFailures();
    Verdict made = checks == 0 ? Verdict.NOT_APPLICABLE : Verdict.PASS;
    Verdict verdict = open.compareTo(Verdict.PASS) < 0 ? open : made;
    return new AssertionResult(id, verdict, null, checks, 0, List.of());
  }

  /// Returns this result with other assertions.
  public TestResult withAssertions(List<AssertionResult> assertions) {
    Judgement same =
        new Judgement(judgement.verdict, judgement.besideFailures, judgement.reason, assertions);
    return toBuilder().judgement(same).build();
  }

  /// Whether its verdict, or that of one of its assertions, differs between rounds.
  public boolean isUnstable() {
    return rounds.stream().distinct().count() > 1
        || judgement.assertions().stream().anyMatch(AssertionResult::isUnstable);
  }
}
