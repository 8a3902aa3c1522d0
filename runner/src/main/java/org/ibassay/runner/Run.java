package org.ibassay.runner;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ibassay.link.LinkException;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.runner.Journals.Obstacle;
import org.ibassay.runner.RunEvent.DutFound;
import org.ibassay.runner.RunEvent.DutOpening;
import org.ibassay.runner.RunEvent.RoundStarted;
import org.ibassay.runner.RunEvent.RunEnded;
import org.ibassay.runner.RunEvent.RunStarted;
import org.ibassay.runner.RunEvent.TestEnded;
import org.ibassay.runner.RunEvent.TestStarted;
import org.ibassay.runner.RunPlan.Target;
import org.ibassay.runner.journal.Journal;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Page;
import org.ibassay.suite.Parameter;
import org.jspecify.annotations.Nullable;

/// Runs tests against DUTs, one after another, and informs its listeners.
public final class Run {
  static final String INTERRUPTED = "not run: interrupted";

  static final String OUT_OF_MEMORY =
      "the tester ran out of memory (java's -Xmx, or what else runs on this machine)";

  private final RunPlan plan;
  private final Suite suite;
  private final InstantSource time;
  private final Interruption interruption;
  private final Journals journals;
  private final List<RunListener> listeners;
  private final List<DutInfo> duts = new ArrayList<>();
  private final List<TestResult> results = new ArrayList<>();
  private Instant started = Instant.EPOCH;

  /// @param plan what to run
  /// @param suite creates the tests
  /// @param time clock of the reports; never of a test
  /// @param interruption can end the run early
  /// @param journals journals of devices that outlive the run
  /// @param listeners informed in this order
  public Run(
      RunPlan plan,
      Suite suite,
      InstantSource time,
      Interruption interruption,
      Journals journals,
      List<RunListener> listeners) {
    this.plan = plan;
    this.suite = suite;
    this.time = time;
    this.interruption = interruption;
    this.journals = journals;
    this.listeners = List.copyOf(listeners);
  }

  /// Runs everything, on the calling thread.
  ///
  /// @param tap receives every packet
  public RunResult execute(Tap tap) {
    started = time.instant();
    int tests =
        plan.manner().rounds() * plan.targets().stream().mapToInt(t -> t.pages().size()).sum();
    tell(new RunStarted(started, tests, plan.targets().size()));
    interruption.attach();
    try {
      for (Target target : plan.targets()) {
        runAgainst(target, tap);
      }
    } finally {
      interruption.shield();
    }
    RunResult result =
        new RunResult(
            duts,
            started,
            Duration.between(started, time.instant()),
            results,
            plan.expectations()
                .review(
                    results,
                    duts.stream().map(DutInfo::uri).toList(),
                    suite.pages(),
                    today(started)),
            interruption.isRequested(),
            plan.strict(),
            plan.claims());
    tell(new RunEnded(result));
    return result;
  }

  private void runAgainst(Target target, Tap tap) {
    int index = duts.size();
    String uri = target.uri();
    if (interruption.isRequested()) {
      duts.add(DutInfo.unidentified(uri, 0, Verdict.INCONCLUSIVE, INTERRUPTED));
      skip(index, target.pages(), Verdict.INCONCLUSIVE, INTERRUPTED);
      return;
    }
    List<Obstacle> obstacles = journals.obstacles(uri);
    List<Obstacle> busy = obstacles.stream().filter(obstacle -> !obstacle.mayBeAsked()).toList();
    if (!busy.isEmpty()) {
      refuse(target, busy);
      return;
    }
    tell(new DutOpening(uri));
    try (Dut dut = target.dut().open(tap, plan.manner().timing())) {
      List<Obstacle> there = present(obstacles, dut);
      if (!there.isEmpty()) {
        refuse(target, there);
        return;
      }
      OpenDut open = plan.claims().compared(Identification.of(index, dut, keysToTry()));
      if (journals.outlives().test(dut)) {
        runJournaled(open, target);
      } else {
        runUnlessTrouble(open, null, target.pages());
      }
    } catch (InterruptedException e) {
      interruption.request();
      notTested(target, Verdict.INCONCLUSIVE, INTERRUPTED);
    } catch (LinkException e) {
      notTested(target, Verdict.ERROR, String.valueOf(e.getMessage()));
    } catch (OutOfMemoryError e) {
      notTested(target, Verdict.ERROR, "DUT " + uri + ": " + OUT_OF_MEMORY);
    }
  }

  private void notTested(Target target, Verdict verdict, String why) {
    int index = duts.size();
    found(DutInfo.unidentified(target.uri(), 0, verdict, why));
    skip(index, target.pages(), verdict, why);
  }

  /// Finds the device at the URI among those that must not be used, by requests with the M_Keys
  /// that they may hold, because each request with a wrong key counts a violation.
  private List<Obstacle> present(List<Obstacle> obstacles, Dut dut)
      throws LinkException, InterruptedException {
    if (obstacles.isEmpty() || dut.madPorts().isEmpty()) {
      return obstacles;
    }
    List<Long> keys = obstacles.stream().flatMap(o -> o.keys().stream()).distinct().toList();
    Optional<Long> found =
        Identification.nodeGuid(dut, plan.manner().safe() ? keys.subList(0, 1) : keys);
    return obstacles.stream().filter(o -> found.isEmpty() || found.get() == o.node()).toList();
  }

  private void refuse(Target target, List<Obstacle> obstacles) {
    String why = "DUT " + target.uri() + ": " + obstacles.getFirst().why();
    notTested(target, Verdict.INCONCLUSIVE, why);
  }

  private Identification.Keys keysToTry() {
    List<Long> keys = plan.parameters().values(Parameter.M_KEY_DUT);
    return plan.parameters().given().containsKey(Parameter.M_KEY_DUT)
        ? new Identification.Keys(keys, List.of(), plan.manner().safe())
        : new Identification.Keys(List.of(), keys, plan.manner().safe());
  }

  /// A run that may change the device holds its journal; any other run only checks that there is
  /// none.
  private void runJournaled(OpenDut dut, Target target) {
    DutInfo info = dut.info();
    boolean isChanging =
        !plan.manner().safe()
            && target.pages().stream().anyMatch(page -> page.effect() != Effect.READS);
    if (info.trouble() != null || !isChanging) {
      String obstacle = journals.obstacle(info.nodeGuid()).map(Obstacle::why).orElse(null);
      OpenDut open = obstacle == null ? dut : dut.troubled(Verdict.INCONCLUSIVE, obstacle);
      runUnlessTrouble(open, null, target.pages());
      return;
    }
    try (Journal journal =
        journals.open(
            info.nodeGuid(), info.uri(), plan.manner().timing(), plan.manner().window(), started)) {
      runUnlessTrouble(dut, journal, target.pages());
    } catch (BusyException e) {
      String why = String.valueOf(e.getMessage());
      runUnlessTrouble(dut.troubled(Verdict.INCONCLUSIVE, why), null, target.pages());
    } catch (IOException e) {
      String why =
          "cannot keep a journal of what it changes (%s); --safe runs what changes nothing"
              .formatted(e.getMessage());
      runUnlessTrouble(dut.troubled(Verdict.ERROR, why), null, target.pages());
    }
  }

  private void runUnlessTrouble(OpenDut dut, @Nullable Journal journal, List<Page> pages) {
    found(dut.info());
    if (dut.info().trouble() instanceof DutInfo.Trouble(Verdict verdict, String why)) {
      skip(dut.index(), pages, verdict, why);
    } else {
      runAll(dut, journal, pages);
    }
  }

  private void runAll(OpenDut dut, @Nullable Journal journal, List<Page> pages) {
    Map<Page, List<TestResult>> rounds = new LinkedHashMap<>();
    pages.forEach(page -> rounds.put(page, new ArrayList<>()));
    for (int round = 1; round <= plan.manner().rounds(); round++) {
      if (plan.manner().rounds() > 1 && !interruption.isRequested()) {
        tell(new RoundStarted(round, plan.manner().rounds()));
      }
      int current = round;
      rounds.forEach((page, earlier) -> {
        dut.dut().begin(page.id() + ", round " + current);
        runOnce(dut, journal, page, earlier);
      });
    }
    rounds.values().forEach(all -> results.add(new Rounds(all).together()));
  }

  /// Rounds that an interrupt prevents leave no result.
  private void runOnce(OpenDut dut, @Nullable Journal journal, Page page, List<TestResult> rounds) {
    if (interruption.isRequested()) {
      if (rounds.isEmpty()) {
        rounds.add(TestRun.notRun(page, dut.index(), Verdict.INCONCLUSIVE, INTERRUPTED));
      }
      return;
    }
    tell(new TestStarted(dut.index(), page));
    TestResult found =
        new Attempts(plan, dut, page, suite.maker(), journal, time, this::tell).run(interruption);
    TestResult result = plan.expectations().mark(found, today(started));
    rounds.add(result);
    tell(new TestEnded(result));
  }

  /// Non-conformances expire at the end of a day in UTC, wherever the run takes place.
  private static LocalDate today(Instant now) {
    return LocalDate.ofInstant(now, ZoneOffset.UTC);
  }

  /// Tests that are not run have results, but no events.
  private void skip(int dut, List<Page> pages, Verdict verdict, String why) {
    pages.forEach(page -> results.add(TestRun.notRun(page, dut, verdict, why)));
  }

  private void found(DutInfo info) {
    duts.add(info);
    tell(new DutFound(duts.size() - 1, info));
  }

  private void tell(RunEvent event) {
    listeners.forEach(listener -> listener.on(event));
  }
}
