package org.ibassay.runner;

import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.ibassay.runner.TestResult.Judgement;
import org.ibassay.runner.TestResult.Packets;
import org.ibassay.runner.journal.Journal;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.ExecutableTest;
import org.ibassay.suite.LinkQuality;
import org.ibassay.suite.Page;
import org.ibassay.suite.TestException;
import org.jspecify.annotations.Nullable;

/// Runs one test on one DUT as often as the quality of the link requires.
///
/// A lost, late or duplicate packet may look like a non-conformance of the DUT. Where that may have
/// happened, a failed test is run again as a whole, with the state restored in between: a failure
/// counts only if the same check fails at the same place in several attempts and no attempt passes.
/// The quality of the link, measured with probe packets, determines how many attempts are needed.
/// On a bad link no failure counts; on a link that carries nothing any more, only failures before
/// that count. If attempts disagree, the result is inconclusive.
///
/// Inconclusive tests are retried if requests had to be repeated.
final class Attempts {
  /// How many attempts have to agree on a good link; a worse one needs more.
  private static final int FEW = 2;

  private static final int MANY = 6;

  /// The least number of attempts at an inconclusive test.
  private static final int LEAST_ATTEMPTS = 3;

  private final RunPlan plan;
  private final OpenDut dut;
  private final Page page;
  private final Function<Page, ExecutableTest> maker;
  private final @Nullable Journal journal;
  private final InstantSource time;
  private final RunListener listener;
  private final List<TestResult> runs = new ArrayList<>();

  Attempts(
      RunPlan plan,
      OpenDut dut,
      Page page,
      Function<Page, ExecutableTest> maker,
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
    Vitality.LastRequest last = attempt.lastRequest();
    if (last == null) {
      return attempted(attempt, interruption);
    }
    return last.request().mayCutOff()
        ? new DeathInquiry(dut, this::oneAtATime, interruption)
            .startedAnew(attempted(attempt, interruption), last)
        : died(attempt, last, interruption);
  }

  private TestResult attempted(TestRun first, Interruption interruption) {
    TestRun attempt = first;
    List<String> notes = new ArrayList<>();
    while (isInconclusive()
        && attempt.wasTroubled()
        && runs.size() < Math.max(LEAST_ATTEMPTS, plan.manner().timing().retries())
        && !interruption.isRequested()) {
      notes.add("run %d was inconclusive: %s".formatted(runs.size(), last().reason()));
      attempt = carryOut(interruption);
    }
    if (last().verdict() == Verdict.FAIL && attempt.mayBeTheLink()) {
      return confirmed(attempt, interruption);
    }
    return runs.size() == 1 ? last() : summed(last().judgement(), notes, last().log());
  }

  /// Keeps the results obtained before the DUT stopped responding, and determines the cause.
  private TestResult died(TestRun attempt, Vitality.LastRequest last, Interruption interruption) {
    boolean isDoubtful = last().verdict() == Verdict.FAIL && attempt.mayBeTheLink();
    TestResult shown = isDoubtful ? cut(attempt, last()) : last();
    try {
      DeathInquiry inquiry = new DeathInquiry(dut, this::oneAtATime, interruption);
      return new DeathVerdict(page, inquiry.of(last)).of(shown);
    } catch (InterruptedException e) {
      interruption.request();
      return shown;
    }
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

  private TestRun oneAtATime() {
    return new TestRun(
        plan.withWindowOfAtMost(1), dut, page, maker.apply(page), journal, time, listener);
  }

  private TestResult last() {
    return runs.getLast();
  }

  private TestResult confirmed(TestRun attempt, Interruption interruption) {
    TestResult failed = last();
    if (interruption.isRequested()) {
      return interrupted(failed);
    }
    LinkQuality quality;
    try {
      quality = fresh().linkQuality();
    } catch (TestException e) {
      return switch (e.whose()) {
        case INTERRUPTED -> {
          interruption.request();
          yield interrupted(failed);
        }
        case TESTER ->
            attempt.untroubled().isEmpty()
                ? open(failed, Verdict.ERROR, "failed, but " + e.getMessage())
                : cut(attempt, failed);
        case DUT -> unclear(failed);
      };
    } catch (RuntimeException | Error e) {
      // the test's code may throw anything
      return open(failed, Verdict.ERROR, "failed, but looking at the link ended with " + e);
    }
    return switch (quality) {
      case SPOTLESS -> agreed(FEW, interruption);
      case WORN -> agreed(MANY, interruption);
      case BAD -> unclear(failed);
      case GONE -> cut(attempt, failed);
    };
  }

  private TestResult interrupted(TestResult failed) {
    return doubtful(
        failed, "failed, and was interrupted before that was confirmed: " + reported(failed));
  }

  private TestResult unclear(TestResult failed) {
    return doubtful(
        failed,
        "failed, but the link loses too many packets to judge (if the device is slow, raise --timeout): "
            + reported(failed));
  }

  /// Handles a link that carried everything and now carries nothing: the DUT may have taken it
  /// down. Results obtained before count.
  private TestResult cut(TestRun attempt, TestResult failed) {
    Set<String> before =
        attempt.untroubled().stream()
            .map(Attempts::key)
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return before.isEmpty()
        ? unclear(failed)
        : summed(only(before, failed), List.of(), failed.log());
  }

  private TestResult agreed(int needed, Interruption interruption) {
    TestResult failed = last();
    Map<String, Integer> times = new LinkedHashMap<>();
    count(failed, times);
    int first = runs.size();
    while (!times.containsValue(needed)) {
      if (interruption.isRequested()) {
        return interrupted(failed);
      }
      if (runs.size() - first == 2 * needed) {
        return disagreeing(failed, first);
      }
      TestRun again = carryOut(interruption);
      count(last(), times);
      switch (last().verdict()) {
        case PASS -> {
          return disagreeing(failed, first);
        }
        case ERROR -> {
          return open(failed, Verdict.ERROR, last().reason() + "; before, it " + reported(failed));
        }
        case FAIL -> {
          if (!again.mayBeTheLink()) {
            return summed(last().judgement(), List.of(), last().log());
          }
        }
        default -> {}
      }
    }
    String note =
        "failed identically in %d of %d attempts, so a single lost packet is not the cause"
            .formatted(needed, runs.size() - first + 1);
    times.values().removeIf(count -> count < needed);
    return summed(only(times.keySet(), last()), List.of(note), last().log());
  }

  private TestResult disagreeing(TestResult failed, int first) {
    return doubtful(
        failed, "attempts disagree; packets may have been lost or delayed: " + reported(first));
  }

  private static void count(TestResult run, Map<String, Integer> times) {
    failures(run.judgement()).forEach(failure -> times.merge(failure, 1, Integer::sum));
  }

  /// Returns the failures and their places.
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

  /// @param first number of the first attempt that failed, from 1
  private String reported(int first) {
    return IntStream.rangeClosed(first, runs.size())
        .mapToObj(i -> "attempt %d %s".formatted(i - first + 1, reported(runs.get(i - 1))))
        .collect(Collectors.joining("; "));
  }

  private static String reported(TestResult run) {
    String verdict = run.verdict().name().toLowerCase(Locale.ROOT);
    String how =
        run.judgement().assertions().stream()
            .flatMap(assertion -> assertion.examples().stream())
            .findFirst()
            .map(
                f -> " at %s: expected %s, received %s".formatted(key(f), f.expected(), f.actual()))
            .orElse(run.reason() == null ? "" : ": " + run.reason());
    return verdict + how;
  }

  private TestResult doubtful(TestResult failed, String why) {
    return open(failed, Verdict.INCONCLUSIVE, why);
  }

  /// Marks the failed assertions, and with them the test, as undecided.
  private TestResult open(TestResult failed, Verdict verdict, String why) {
    List<AssertionResult> open =
        failed.judgement().assertions().stream()
            .map(a -> a.verdict() == Verdict.FAIL ? open(a, verdict, why) : a)
            .toList();
    return summed(new Judgement(verdict, verdict, why, open), List.of(), failed.log());
  }

  private static AssertionResult open(AssertionResult result, Verdict verdict, String why) {
    return new AssertionResult(
        result.id(), verdict, why, result.checks(), result.failures(), result.examples());
  }

  /// Returns the judgement of an attempt in which failures that not all attempts share are
  /// undecided.
  private Judgement only(Set<String> agreed, TestResult run) {
    Set<String> failedOnce =
        runs.stream()
            .flatMap(each -> each.judgement().assertions().stream())
            .filter(a -> a.verdict() == Verdict.FAIL)
            .map(AssertionResult::id)
            .collect(Collectors.toSet());
    List<AssertionResult> assertions = new ArrayList<>();
    Verdict beside = run.judgement().besideFailures();
    for (AssertionResult a : run.judgement().assertions()) {
      boolean stands = a.examples().stream().map(Attempts::key).anyMatch(agreed::contains);
      boolean isOpen =
          switch (a.verdict()) {
            case FAIL -> !stands;
            case PASS -> failedOnce.contains(a.id());
            default -> false;
          };
      if (isOpen) {
        beside = Verdict.worst(Stream.of(beside, Verdict.INCONCLUSIVE));
      }
      String why = "failed in some attempts only: packets may have been lost";
      assertions.add(isOpen ? open(a, Verdict.INCONCLUSIVE, why) : a);
    }
    return new Judgement(run.verdict(), beside, run.reason(), assertions);
  }

  /// Combines all attempts into one result.
  private TestResult summed(Judgement judgement, List<String> notes, CheckLog log) {
    List<String> all = new ArrayList<>(notes);
    runs.stream().flatMap(run -> run.notes().stream()).distinct().forEach(all::add);
    return TestResult.of(page, dut.index(), judgement, log)
        .took(runs.stream().map(TestResult::duration).reduce(Duration.ZERO, Duration::plus))
        .packets(runs.stream().map(TestResult::packets).reduce(Packets.NONE, Packets::plus))
        .notes(all)
        .notRestored(runs.stream().flatMap(run -> run.notRestored().stream()).distinct().toList())
        .trouble(firstTrouble())
        .build();
  }

  private @Nullable Throwable firstTrouble() {
    return runs.stream().map(TestResult::trouble).filter(Objects::nonNull).findFirst().orElse(null);
  }
}
