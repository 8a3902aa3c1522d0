package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;

import java.util.List;
import java.util.function.BinaryOperator;
import org.ibassay.device.rc.RepeatSeams.Spread;
import org.ibassay.link.upper.RcSettings;
import org.ibassay.link.upper.RcSettings.Retries;

/// Deviations of an adapter whose QPs affect each other.
final class RcQpDeviations {
  private RcQpDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "closed-qp-serves",
            "keeps serving the peer of a QP that was closed",
            seams -> seams.again.lingers.deviate(_ -> () -> true)),
        deviation(
            "closed-qp-serves-at-times",
            "keeps serving the peer of every second QP that was closed",
            seams -> {
              int[] count = {0};
              seams.again.lingers.deviate(_ -> () -> ++count[0] % 2 == 1);
            }),
        error("error-ends-all-qps", "ends all QPs when one ends in error", Spread.ENDS),
        error(
            "error-flushes-receives-of-all",
            "flushes the receives of all QPs when one ends in error",
            Spread.FLUSHES_RECEIVES),
        error(
            "error-flushes-requests-of-all",
            "flushes the requests of all QPs when one ends in error",
            Spread.FLUSHES_REQUESTS),
        close("close-ends-all-qps", "ends all QPs when one is closed", Spread.ENDS),
        close(
            "close-flushes-receives-of-all",
            "flushes the receives of all QPs when one is closed",
            Spread.FLUSHES_RECEIVES),
        close(
            "close-flushes-requests-of-all",
            "flushes the requests of all QPs when one is closed",
            Spread.FLUSHES_REQUESTS),
        deviation(
            "receives-shared-by-qps",
            "uses, for a SEND, the receive of whichever QP posted one first",
            seams -> seams.again.sharesReceives.deviate(_ -> () -> true)),
        ofOldest(
            "path-mtu-of-oldest-qp",
            "path MTU",
            (own, oldest) -> own.withPathMtu(oldest.pathMtu())),
        ofOldest(
            "psns-of-oldest-qp",
            "starting PSNs",
            (own, oldest) -> own.withPsns(oldest.sendPsn(), oldest.receivePsn())),
        ofOldest(
            "send-psn-of-oldest-qp",
            "starting PSN of requests",
            (own, oldest) -> own.withPsns(oldest.sendPsn(), own.receivePsn())),
        ofOldest("rights-of-oldest-qp", "rights", (own, oldest) -> own.withAccess(oldest.access())),
        ofOldest(
            "reads-of-oldest-qp",
            "limit of outstanding READs and atomics",
            (own, oldest) -> own.withReads(oldest.reads())),
        ofOldest(
            "rnr-timer-of-oldest-qp",
            "Minimum RNR NAK Timer",
            (own, oldest) ->
                withRnr(own, own.retries().rnrCount(), oldest.retries().minRnrTimer())),
        ofOldest(
            "rnr-retries-of-oldest-qp",
            "RNR Retry Count",
            (own, oldest) ->
                withRnr(own, oldest.retries().rnrCount(), own.retries().minRnrTimer())));
  }

  private static DeviationSpec error(String name, String summary, Spread how) {
    return deviation(name, summary, seams -> seams.again.errorSpreads.deviate(_ -> () -> how));
  }

  private static DeviationSpec close(String name, String summary, Spread how) {
    return deviation(name, summary, seams -> seams.again.closeSpreads.deviate(_ -> () -> how));
  }

  private static DeviationSpec ofOldest(
      String name, String what, BinaryOperator<RcSettings> settings) {
    return deviation(
        name,
        "uses the %s of the oldest open QP for all".formatted(what),
        seams -> seams.again.settings.deviate(_ -> settings));
  }

  private static RcSettings withRnr(RcSettings own, int count, int timer) {
    Retries retries = own.retries();
    return own.withRetries(new Retries(retries.ackTimeout(), retries.count(), count, timer));
  }
}
