package org.ibassay.suite;

import static org.ibassay.suite.Reading.CM_EARLY_TIMERS;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.cm.ConnectRequest;

/// A message of the DUT that is not answered, and is sent again. With PROFILE=short only the first
/// repetition is watched, where time is real.
public final class CmRepetitions {
  private static final long REAL_SLACK_NANOS = 150_000_000;
  private static final long LONG_NANOS = 2_000_000_000L;
  private static final long LATE_NANOS = 500_000_000;

  private final Steps steps;
  private final DutCall call;
  private final List<CmIn> all = new ArrayList<>();
  private final long timeout;
  private final int retries;
  private final boolean isSimulated;

  /// @param first as it was received first
  public CmRepetitions(DutCall call, CmIn first) {
    this.steps = call.steps();
    this.call = call;
    this.timeout = call.timeout();
    this.retries = (int) call.request().get(ConnectRequest.MAX_CM_RETRIES);
    this.isSimulated = call.dut().isSimulated();
    all.add(first);
  }

  /// How long the DUT may wait until it sends it again: for the answer, and for the packets' way.
  public long patience() {
    return 4 * timeout + LATE_NANOS;
  }

  /// Whether all repetitions are watched.
  public boolean isWhole() {
    return watched() == retries;
  }

  /// Whether the first one takes seconds of a real device: time that only PROFILE=full takes twice.
  public boolean isLong() {
    return timeout > LONG_NANOS && !isSimulated && !call.isFullProfile();
  }

  /// How long all of them take at least.
  public String time() {
    return "%.0f s".formatted((1 + retries) * timeout / 1e9);
  }

  private int watched() {
    return isSimulated || call.isFullProfile() ? retries : Math.min(1, retries);
  }

  /// Receives them, and verifies that there are as many as Max CM Retries says.
  public void receive() throws TestException {
    CmIn next = first();
    while (next != null
        && next.message().isSameKind(first().message())
        && all.size() <= watched()) {
      next = call.next(patience());
      if (next != null) {
        all.add(next);
      }
    }
    CmIn last = all.getLast();
    boolean isRight = all.size() == 1 + watched() && last.message().isSameKind(first().message());
    steps
        .checks()
        .verify(
            last.frame(),
            isRight,
            () ->
                "%s %s in all, each within %.1f s"
                    .formatted(first(), Shown.counted(1 + watched(), "time"), patience() / 1e9),
            () -> all.toString());
    steps.needs(isRight, "%s was not sent again as it should be".formatted(first()));
  }

  private CmIn first() {
    return all.getFirst();
  }

  /// Whether there are any.
  public boolean areAllowed() {
    return retries > 0;
  }

  /// Verifies that none is too early.
  public void verifyTimes() {
    long slack = isSimulated ? 0 : REAL_SLACK_NANOS;
    long least = Long.MAX_VALUE;
    for (int i = 1; i < all.size(); i++) {
      CmIn again = all.get(i);
      long waited = again.nanos() - all.get(i - 1).nanos();
      least = Math.min(least, waited);
      steps
          .checks()
          .verify(
              again.frame(),
              waited >= timeout * 19 / 20 - slack,
              () -> "%s after %.3f s or more".formatted(first(), timeout / 1e9),
              () -> "after %.3f s".formatted(waited / 1e9));
    }
    // One alone may have been delayed on its way.
    if (all.size() > 2) {
      String way = least >= timeout * 49 / 50 ? "exact" : "early";
      steps.reading(all.getLast().frame(), CM_EARLY_TIMERS, way);
    }
  }

  /// Verifies that each is the first, byte by byte.
  public void verifySame() {
    CmChecks checks = new CmChecks(steps);
    for (CmIn again : all) {
      checks.verifySame(again, first());
    }
  }
}
