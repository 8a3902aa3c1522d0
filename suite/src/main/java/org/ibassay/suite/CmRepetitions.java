package org.ibassay.suite;

import static org.ibassay.suite.Reading.CM_EARLY_TIMERS;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.cm.ConnectRequest;

/// A DUT message that is not answered and is therefore retransmitted. With PROFILE=short, only the
/// first retransmission is observed on a real device.
public final class CmRepetitions {
  private static final long LATE_NANOS = 500_000_000;

  private final Steps steps;
  private final DutCall call;
  private final List<CmIn> all = new ArrayList<>();
  private final long timeout;
  private final int retries;
  private final boolean isSimulated;

  /// @param first the first transmission
  public CmRepetitions(DutCall call, CmIn first) {
    this.steps = call.steps();
    this.call = call;
    this.timeout = call.timeout();
    this.retries = (int) call.request().get(ConnectRequest.MAX_CM_RETRIES);
    this.isSimulated = call.dut().isSimulated();
    all.add(first);
  }

  /// Returns the maximum time until the DUT retransmits, for the timeout and the round trip.
  public long patience() {
    return 4 * timeout + LATE_NANOS;
  }

  /// Returns whether all retransmissions are observed.
  public boolean isWhole() {
    return watched() == retries;
  }

  /// Returns whether the first retransmission of a real device takes longer than PROFILE=short
  /// allows.
  public boolean isLong(Duration most) {
    return timeout > most.toNanos() && !isSimulated && !call.isFullProfile();
  }

  /// Returns the minimum time of all retransmissions.
  public String time() {
    return "%.0f s".formatted((1 + retries) * timeout / 1e9);
  }

  private int watched() {
    return isSimulated || call.isFullProfile() ? retries : Math.min(1, retries);
  }

  /// Receives the retransmissions and verifies that there are Max CM Retries of them.
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
    steps.needs(isRight, "%s was not retransmitted as expected".formatted(first()));
  }

  private CmIn first() {
    return all.getFirst();
  }

  /// Returns whether there are any retransmissions.
  public boolean areAllowed() {
    return retries > 0;
  }

  /// Verifies that no retransmission is too early.
  public void verifyTimes() {
    long slack = call.dut().latenessNanos();
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
    // A single one may have been delayed in transit.
    if (all.size() > 2) {
      String way = least >= timeout * 49 / 50 ? "exact" : "early";
      steps.reading(all.getLast().frame(), CM_EARLY_TIMERS, way);
    }
  }

  /// Verifies that each is identical to the first, byte for byte.
  public void verifySame() {
    CmChecks checks = new CmChecks(steps);
    for (CmIn again : all) {
      checks.verifySame(again, first());
    }
  }
}
