package org.ibassay.runner;

import java.time.Duration;
import java.util.function.Supplier;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.FreshStart;
import org.ibassay.link.packet.PacketWatch.Extent;
import org.ibassay.runner.Vitality.LastRequest;
import org.jspecify.annotations.Nullable;

/// Why a DUT stopped answering during a test. It is started anew and the test carried out again,
/// with one request under way at a time: twice as it is, and a third time without the request or
/// packet after which it stopped both times. Only where it stops both times after that one, and
/// answers at the end of the third run, did it die of it: packets that get lost cannot make that.
/// Where the third run ends with another packet of the same step, a fourth leaves out all of them.
final class DeathInquiry {
  /// How long a DUT may take from its start until it answers.
  private static final Duration MOST_BOOTING = Duration.ofMinutes(2);

  /// The result of the inquiry.
  ///
  /// @param fatal what the DUT dies of; null where that is not known
  /// @param without what was left out of the run that the DUT survived
  /// @param verdict what the test comes to at best
  /// @param text for people
  record Finding(@Nullable LastRequest fatal, String without, Verdict verdict, String text) {}

  private final OpenDut dut;
  private final Vitality vitality;
  private final Supplier<TestRun> runs;
  private final Interruption interruption;

  /// Whether a request was left out of the last trial.
  private boolean hasHeldBack;

  /// @param runs makes runs of the test with one request under way at a time
  DeathInquiry(OpenDut dut, Supplier<TestRun> runs, Interruption interruption) {
    this.dut = dut;
    this.vitality = new Vitality(dut.dut());
    this.runs = runs;
    this.interruption = interruption;
  }

  /// @param first what was asked when the DUT stopped in the run of the test
  Finding of(LastRequest first) throws InterruptedException {
    String what = "the DUT stopped answering after " + first;
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

  /// A DUT that may be locked or cut off by what a test did is started anew for the next test.
  TestResult startedAnew(TestResult result, LastRequest last) {
    FreshStart restart = dut.dut().restart().orElse(null);
    if (restart == null || interruption.isRequested()) {
      return result;
    }
    String what = "the DUT stopped answering after " + last;
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
          "%s; in one fresh start it stopped after %s, in another %s"
              .formatted(what, one, two == null ? "it did not" : "after " + two));
    }
    String twice = what + "; so it did in two fresh starts, ";
    String leftOut = "it";
    LastRequest without = trial(restart, two, Extent.WITHOUT_IT, taken);
    if (hasHeldBack && without != null && without.isAkin(two) && vitality.isGone(two)) {
      twice += "and after another packet of that step in a third, ";
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

  /// As the one below.
  ///
  /// @param least how long it takes, at least
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

  /// Carries out the test on a DUT that was just started.
  ///
  /// @param watched what is watched for
  /// @param which is sent
  /// @return what was asked when it stopped; null where it did not
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

  /// It has to be the same device, and is asked the same as before the first run.
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
