package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.ibassay.link.LinkException;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.link.mad.UnaskedMad;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaNotice;

/// Receives the Reports that subnet administration sends by itself, and answers them.
public final class SaReports {
  /// How long at a time the port receives on a real link.
  private static final Duration SLICE = Duration.ofMillis(20);

  private static final int MOST_TRIALS = 6;

  private final MadExchange mads;

  SaReports(MadExchange mads) {
    this.mads = mads;
  }

  /// Whether Reports come here at all: the stack below the tester may keep them.
  public boolean areHeard() {
    return port().hearsReports();
  }

  /// How often something is tried until it shows: more than once where packets get lost, come late
  /// or twice, unseen.
  public int trials() {
    return port().isLossless() ? 1 : MOST_TRIALS;
  }

  /// Those that were received since the last call.
  public List<SaReport> take() {
    return port().takeUnasked().stream().filter(SaReports::isReport).map(SaReports::of).toList();
  }

  private static boolean isReport(UnaskedMad unasked) {
    MemorySegment mad = unasked.mad();
    return MadHeader.MGMT_CLASS.get(mad, 0) == Gmp.SUBNET_ADMINISTRATION
        && MadHeader.METHOD.get(mad, 0) == SaMethod.REPORT
        && MadHeader.ATTRIBUTE_ID.get(mad, 0) == SaNotice.ATTRIBUTE.id();
  }

  private static SaReport of(UnaskedMad unasked) {
    return new SaReport(unasked.mad(), unasked.frame());
  }

  /// Waits for one, and forgets all others.
  ///
  /// @return those that were received; the last is the one, if it was received in time
  public List<SaReport> await(Predicate<SaReport> which, Duration patience) throws TestException {
    LinkTime time = mads.steps().time();
    long end = time.now() + patience.toNanos();
    List<SaReport> received = new ArrayList<>(take());
    while (received.stream().noneMatch(which) && time.now() < end) {
      time.waitUntil(Math.min(end, time.now() + SLICE.toNanos()));
      received.addAll(take());
    }
    return received;
  }

  /// All that are received within a time.
  public List<SaReport> during(Duration duration) throws TestException {
    mads.steps().time().waitFor(duration);
    return take();
  }

  /// Answers one: it was received.
  ///
  /// @param lid where subnet administration is
  public void answer(SaReport report, int lid) throws TestException {
    MemorySegment response =
        MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]).copyFrom(report.mad());
    MadHeader.METHOD.set(response, 0, SaMethod.REPORT_RESP);
    try {
      port().reply(response, new Route.Lid(lid), mads.steps().label());
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }

  private MadPort port() {
    return mads.steps().port();
  }
}
