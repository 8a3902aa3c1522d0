package org.ibassay.runner;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;

/// The result of one test on one DUT, in one round or in all of them. For all rounds verdicts are
/// the worst, counts, durations and packets are sums.
///
/// @param page the test's
/// @param dut index into [RunResult#duts]
/// @param judgement the verdict and what it rests on
/// @param duration of the procedure with its initialization, without snapshot and restore, by the
///   tester's own clock
/// @param packets what the procedure sent and received
/// @param notes what a reader should know beside the verdict
/// @param notRestored what of the DUT is not as it was before the test
/// @param log the checks, step by step
/// @param trouble what was thrown, when the test itself is broken
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
  /// How a reason begins that is no fault of the DUT.
  public static final String BROKEN = "the test itself is broken: ";

  private static final String STEP = "step ";

  /// Something of the DUT that is not as it was.
  ///
  /// @param text a sentence
  /// @param isFinal whether no Set can put it back; else it should be back, or it is not known to
  ///   be
  public record Left(String text, boolean isFinal) {}

  /// MADs of a procedure.
  public record Packets(long sent, long received, long retried) {
    /// None at all.
    public static final Packets NONE = new Packets(0, 0, 0);

    Packets plus(Packets more) {
      return new Packets(sent + more.sent, received + more.received, retried + more.retried);
    }
  }

  /// A verdict and its grounds.
  ///
  /// @param verdict of the test
  /// @param besideFailures what the test would have come to without the checks that failed: what
  ///   stayed open weighs as much as ever
  /// @param reason why it is not a plain pass or fail, or null
  /// @param assertions one entry for each that the page claims
  public record Judgement(
      Verdict verdict,
      Verdict besideFailures,
      @Nullable String reason,
      List<AssertionResult> assertions) {
    /// Keeps a copy.
    public Judgement {
      assertions = List.copyOf(assertions);
    }
  }

  /// Keeps copies.
  public TestResult {
    notes = List.copyOf(notes);
    notRestored = List.copyOf(notRestored);
    rounds = List.copyOf(rounds);
  }

  /// Starts the result of one round, in which no time passed and nothing was sent.
  ///
  /// @param log the checks, step by step
  public static Builder of(Page page, int dut, Judgement judgement, CheckLog log) {
    return new Builder(page, dut, judgement, log);
  }

  /// The same, judged otherwise.
  ///
  /// @param note a further one; empty for none
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

  /// Puts a result together; the parts are those of [TestResult].
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

    /// How long the procedure took.
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

    /// Returns the differences from the snapshot.
    public Builder notRestored(List<Left> left) {
      notRestored = left;
      return this;
    }

    /// Sets the exception that was thrown.
    public Builder trouble(@Nullable Throwable thrown) {
      trouble = thrown;
      return this;
    }

    /// The whole.
    public TestResult build() {
      return new TestResult(
          page, dut, judgement, duration, packets, notes, notRestored, log, trouble, rounds);
    }
  }

  /// The test's verdict.
  public Verdict verdict() {
    return judgement.verdict();
  }

  /// Why it is not a plain pass or fail, or null.
  public @Nullable String reason() {
    return judgement.reason();
  }

  /// Returns the verdict with which the test counts in the run: its own, or where every failure is
  /// known, what it would have come to without them.
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

  /// Whether it failed, and every failure is known.
  public boolean isKnown() {
    return verdict() == Verdict.FAIL && counted() != Verdict.FAIL;
  }

  /// Returns the assertions that a failure at a step fails; `step 94` for a step without any.
  public List<String> proved(String step) {
    List<String> proved = page.step(step).map(Page.Step::assertions).orElse(List.of());
    return proved.isEmpty() ? List.of(STEP + step) : proved;
  }

  /// The non-conformances that a failure at a step is, by assertion, as far as it is known.
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

  /// Whether a failure at a step is known in all that it is a failure of.
  public boolean isKnown(String step) {
    return known(step).size() == proved(step).size();
  }

  /// Returns the result of an assertion of the page, or of a step without one, `step 94`, which is
  /// among the results only where it did not pass.
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

  /// The same with other assertions.
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
