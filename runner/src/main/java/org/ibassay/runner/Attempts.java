package org.ibassay.runner;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.runner.TestResult.Packets;
import org.ibassay.runner.journal.Journal;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.LinkQuality;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestCase;
import org.jspecify.annotations.Nullable;

/// Carries out one test on one DUT as often as the link makes it necessary.
///
/// A packet that was lost, or came late or twice, may look like a departure of the DUT. Where that
/// may have happened, a test that failed is carried out again, whole, with the state put back
/// between: a failure counts only when the same check fails at the same place in several runs, and
/// no run passes. How many depends on how well the link carries packets that are sent to find that
/// out; on a bad one no failure counts. Runs that disagree are inconclusive.
///
/// What was inconclusive is tried again where requests had to be repeated.
final class Attempts {
  /// How many runs have to agree on a link that is good, and on one that is not.
  private static final int FEW = 2;

  private static final int MANY = 6;

  /// How many runs an inconclusive test gets.
  private static final int TRIES = 3;

  private final RunPlan plan;
  private final OpenDut dut;
  private final Page page;
  private final Function<Page, TestCase> maker;
  private final @Nullable Journal journal;
  private final InstantSource time;
  private final RunListener listener;
  private final List<TestResult> runs = new ArrayList<>();

  Attempts(
      RunPlan plan,
      OpenDut dut,
      Page page,
      Function<Page, TestCase> maker,
      @Nullable Journal journal,
      InstantSource time,
      RunListener listener) {
    this.plan = plan;
    this.dut = dut;
    this.page = page;
    this.maker = maker;
    this.journal = journal;
    this.time = time;
    this.listener = listener;
  }

  TestResult run(Interruption interruption) {
    TestRun attempt = carryOut(interruption);
    while (isInconclusive() && attempt.mayBeTheLink() && runs.size() < TRIES) {
      if (interruption.isRequested() || last().packets().retried() == 0) {
        break;
      }
      attempt = carryOut(interruption);
    }
    if (last().verdict() == Verdict.FAIL && attempt.mayBeTheLink()) {
      return confirmed(interruption);
    }
    return runs.size() == 1 ? last() : summed(last().judgement(), List.of(), last().log());
  }

  private boolean isInconclusive() {
    return last().verdict() == Verdict.INCONCLUSIVE;
  }

  private TestRun carryOut(Interruption interruption) {
    TestRun attempt = fresh();
    runs.add(attempt.run(interruption));
    return attempt;
  }

  private TestRun fresh() {
    return new TestRun(plan, dut, page, maker.apply(page), journal, time, listener);
  }

  private TestResult last() {
    return runs.getLast();
  }

  private TestResult confirmed(Interruption interruption) {
    TestResult failed = last();
    Map<String, Integer> times = new LinkedHashMap<>();
    count(failed, times);
    LinkQuality quality = fresh().linkQuality(interruption);
    if (quality == LinkQuality.BAD) {
      return doubtful(
          failed, "failed, but the link carries packets too badly to tell: " + told(failed));
    }
    int first = runs.size();
    int needed = quality == LinkQuality.SPOTLESS ? FEW : MANY;
    while (!times.containsValue(needed)) {
      if (interruption.isRequested()) {
        return doubtful(
            failed, "failed, and was interrupted before that was confirmed: " + told(failed));
      }
      carryOut(interruption);
      count(last(), times);
      if (last().verdict() == Verdict.PASS || runs.size() - first == 2 * needed) {
        return doubtful(
            failed, "runs disagree, packets may have got lost or come late: " + told(first));
      }
    }
    String note =
        "failed %d times at the same place in %d runs: a packet may get lost in one of them"
            .formatted(needed, runs.size() - first + 1);
    times.values().removeIf(count -> count < needed);
    return summed(only(times.keySet(), last().judgement()), List.of(note), last().log());
  }

  private static void count(TestResult run, Map<String, Integer> times) {
    failures(run.judgement()).forEach(failure -> times.merge(failure, 1, Integer::sum));
  }

  /// What failed, and where.
  private static Set<String> failures(Judgement judgement) {
    return judgement.assertions().stream()
        .flatMap(assertion -> assertion.examples().stream())
        .map(Attempts::key)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static String key(CheckLog.Failure failure) {
    String where = failure.where().toString();
    return "step " + failure.step() + (where.isEmpty() ? "" : " (" + where + ")");
  }

  /// @param first which of the runs failed first, counted from 1
  private String told(int first) {
    return IntStream.rangeClosed(first, runs.size())
        .mapToObj(i -> "run %d %s".formatted(i - first + 1, told(runs.get(i - 1))))
        .collect(Collectors.joining("; "));
  }

  private static String told(TestResult run) {
    String verdict = run.verdict().name().toLowerCase(Locale.ROOT);
    String how =
        run.judgement().assertions().stream()
            .flatMap(assertion -> assertion.examples().stream())
            .findFirst()
            .map(f -> " at %s: expected %s, came %s".formatted(key(f), f.expected(), f.actual()))
            .orElse(run.reason() == null ? "" : ": " + run.reason());
    return verdict + how;
  }

  private TestResult doubtful(TestResult failed, String why) {
    List<AssertionResult> open =
        failed.judgement().assertions().stream()
            .map(a -> a.verdict() == Verdict.FAIL ? doubtful(a, why) : a)
            .toList();
    Judgement judgement = new Judgement(Verdict.INCONCLUSIVE, Verdict.INCONCLUSIVE, why, open);
    return summed(judgement, List.of(), failed.log());
  }

  private static AssertionResult doubtful(AssertionResult failed, String why) {
    return new AssertionResult(
        failed.id(),
        Verdict.INCONCLUSIVE,
        why,
        failed.checks(),
        failed.failures(),
        failed.examples());
  }

  /// The judgement of the last run, with what did not fail in all of them left open.
  private static Judgement only(Set<String> agreed, Judgement judgement) {
    List<AssertionResult> assertions =
        judgement.assertions().stream()
            .map(a ->
                a.verdict() != Verdict.FAIL
                        || a.examples().stream().map(Attempts::key).anyMatch(agreed::contains)
                    ? a
                    : doubtful(a, "failed in some runs only: packets may have got lost"))
            .toList();
    return new Judgement(
        judgement.verdict(), judgement.besideFailures(), judgement.reason(), assertions);
  }

  /// All runs in one result.
  private TestResult summed(Judgement judgement, List<String> notes, CheckLog log) {
    List<String> all = new ArrayList<>(notes);
    runs.stream().flatMap(run -> run.notes().stream()).distinct().forEach(all::add);
    return new TestResult(
        page,
        dut.index(),
        judgement,
        runs.stream().map(TestResult::duration).reduce(Duration.ZERO, Duration::plus),
        runs.stream().map(TestResult::packets).reduce(Packets.NONE, Packets::plus),
        all,
        last().notRestored(),
        log,
        last().trouble());
  }
}
