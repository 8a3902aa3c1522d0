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

/// Receives and acknowledges the Reports that subnet administration sends.
public final class SaReports {
  /// How long the port receives at a time on a real link.
  private static final Duration SLICE = Duration.ofMillis(20);

  private static final int MOST_TRIALS = 6;

  private final MadExchange mads;

  SaReports(MadExchange mads) {
    this.mads = mads;
  }

  /// Whether the stack below the tester delivers Reports.
  public boolean areHeard() {
    return port().hearsReports();
  }

  /// How often a trial is repeated until it succeeds: more than once if packets may be lost, late
  /// or duplicated.
  public int trials() {
    return port().isLossless() ? 1 : MOST_TRIALS;
  }

  /// Returns the Reports received since the last call.
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

  /// Waits for a Report.
  ///
  /// @return all Reports received; the last one is the one awaited, unless the time elapsed
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

  /// Returns all Reports received within a time.
  public List<SaReport> during(Duration duration) throws TestException {
    mads.steps().time().waitFor(duration);
    return take();
  }

  /// Sends ReportResp to acknowledge a Report.
  ///
  /// @param lid LID of subnet administration
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
