package org.ibassay.runner;

import java.time.Duration;
import java.util.function.Supplier;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.FreshStart;
import org.ibassay.link.packet.PacketWatch.Extent;
import org.ibassay.runner.Vitality.LastRequest;
import org.jspecify.annotations.Nullable;

/// Determines why a DUT stopped responding during a test. The DUT is restarted and the test run
/// again, with one outstanding request at a time: twice unchanged, and a third time without the
/// request or packet after which it stopped both times. That request is the cause only if the DUT
/// stops after it in both runs and still responds at the end of the third; lost packets cannot
/// produce this pattern. If the third run stops at another packet of the same step, a fourth omits
/// all packets of that step.
final class DeathInquiry {
  /// How long a DUT may take to respond after a start.
  private static final Duration MOST_BOOTING = Duration.ofMinutes(2);

  /// The result of the inquiry.
  ///
  /// @param fatal the request that stops the DUT; null if unknown
  /// @param without what was omitted in the run that the DUT survived
  /// @param verdict the best verdict that the test can still have
  /// @param text explanation for the report
  record Finding(@Nullable LastRequest fatal, String without, Verdict verdict, String text) {}

  private final OpenDut dut;
  private final Vitality vitality;
  private final Supplier<TestRun> runs;
  private final Interruption interruption;

  /// Whether a request was omitted in the last trial.
  private boolean hasHeldBack;

  /// @param runs creates runs of the test with one outstanding request at a time
  DeathInquiry(OpenDut dut, Supplier<TestRun> runs, Interruption interruption) {
    this.dut = dut;
    this.vitality = new Vitality(dut.dut());
    this.runs = runs;
    this.interruption = interruption;
  }

  /// @param first the request at which the DUT stopped when the test ran
  Finding of(LastRequest first) throws InterruptedException {
    String what = "the DUT stopped responding after " + first;
    FreshStart restart = dut.dut().restart().orElse(null);
    if (restart == null) {
      return open(what + "; with restart=COMMAND in the DUT URI, the test can find out why");
    }
    try {
      Finding finding = found(what, first, restart);
      if (vitality.isGone(first)) {
        start(restart);
      }
      return finding;
    } catch (NotBackException e) {
      return open(what + "; " + e.getMessage());
    } catch (LinkException e) {
      return new Finding(null, "", Verdict.ERROR, what + "; " + e.getMessage());
    }
  }

  /// Restarts a DUT for the next test, because the last one may have locked it or cut it off.
  TestResult startedAnew(TestResult result, LastRequest last) {
    FreshStart restart = dut.dut().restart().orElse(null);
    if (restart == null || interruption.isRequested()) {
      return result;
    }
    String what = "the DUT stopped responding after " + last;
    try {
      start(restart);
      return result.judged(result.judgement(), what + "; it was restarted");
    } catch (LinkException | NotBackException e) {
      return result.judged(result.judgement(), what + "; " + e.getMessage());
    } catch (InterruptedException e) {
      interruption.request();
      return result;
    }
  }

  private Finding found(String what, LastRequest first, FreshStart restart)
      throws LinkException, NotBackException, InterruptedException {
    LastRequest one = trial(restart, first, Extent.ALL);
    if (one == null) {
      return open(what + "; after a restart it did not stop again");
    }
    if (one.request().mayCutOff()) {
      return open(what + "; after a restart, " + one + " may have cut it off");
    }
    long begun = now();
    LastRequest two = trial(restart, one, Extent.ALL);
    Duration taken = Duration.ofNanos(now() - begun);
    if (two == null || !two.isLike(one)) {
      return open(
          "%s; after one restart it stopped after %s, after another %s"
              .formatted(what, one, two == null ? "it did not" : "after " + two));
    }
    String twice = what + "; it did so after each of two restarts, ";
    String leftOut = "it";
    LastRequest without = trial(restart, two, Extent.WITHOUT_IT, taken);
    if (hasHeldBack && without != null && without.isAkin(two) && vitality.isGone(two)) {
      twice += "and after another packet of that step after a third, ";
      leftOut = "the packets of that step";
      without = trial(restart, two, Extent.WITHOUT_ITS_LIKE, taken);
    }
    if (!hasHeldBack) {
      return open(twice + "but the next run did not get that far");
    }
    return vitality.isGone(two)
        ? open(
            twice
                + "but it also stopped without "
                + leftOut
                + (without == null ? "" : ", after " + without))
        : new Finding(two, leftOut, Verdict.FAIL, twice + "but not without " + leftOut);
  }

  private static Finding open(String text) {
    return new Finding(null, "", Verdict.INCONCLUSIVE, text);
  }

  /// Runs the test on a DUT that is restarted.
  ///
  /// @param least the least time to wait after the start
  private @Nullable LastRequest trial(
      FreshStart restart, LastRequest watched, Extent which, Duration least)
      throws LinkException, NotBackException, InterruptedException {
    long begun = now();
    LastRequest last = trial(restart, watched, which);
    if (hasHeldBack) {
      watched.on().waitUntil(begun + least.toNanos());
    }
    return last;
  }

  /// Runs the test on a DUT that was just started.
  ///
  /// @param watched the request to watch for
  /// @param which the part of the test that is sent
  /// @return the request at which the DUT stopped; null if it did not
  private @Nullable LastRequest trial(FreshStart restart, LastRequest watched, Extent which)
      throws LinkException, NotBackException, InterruptedException {
    start(restart);
    watched.on().watch(watched.request(), which);
    try {
      identify();
      TestRun run = runs.get();
      run.run(interruption);
      if (interruption.isRequested()) {
        throw new InterruptedException();
      }
      hasHeldBack = watched.on().hasHeldBack();
      return run.lastRequest();
    } finally {
      watched.on().watch(watched.request(), Extent.ALL);
    }
  }

  private void start(FreshStart restart)
      throws LinkException, NotBackException, InterruptedException {
    restart.run();
    vitality.await(MOST_BOOTING);
  }

  /// The DUT must be the same device; it is identified as before the first run.
  private void identify() throws LinkException, NotBackException, InterruptedException {
    DutInfo info = Identification.of(dut.index(), dut.dut(), Identification.Keys.NONE).info();
    if (info.trouble() instanceof DutInfo.Trouble(Verdict _, String why)) {
      throw new NotBackException(why);
    }
    if (info.nodeGuid() != dut.info().nodeGuid()) {
      throw new NotBackException(
          "NodeInfo:NodeGUID is 0x%016x instead of 0x%016x"
              .formatted(info.nodeGuid(), dut.info().nodeGuid()));
    }
  }

  private long now() {
    return dut.dut().clock().nanos();
  }
}
