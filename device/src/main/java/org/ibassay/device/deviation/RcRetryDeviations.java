package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RcEdits.deviation;

import java.util.List;
import java.util.function.IntUnaryOperator;

/// Deviations in when and how often a requester retransmits, and in what it flushes.
final class RcRetryDeviations {
  private static final int GREATEST_COUNT = 7;

  /// Greater than ACK timeout 29, in nanoseconds.
  private static final long LONG = 4096L << 30;

  private RcRetryDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "retry-count-7-unlimited",
            "retransmits a request that is not answered without limit if its Retry Count is 7",
            seams ->
                seams.ackRetry.deviate(under ->
                    (tried, allowed) -> allowed == GREATEST_COUNT || under.again(tried, allowed))),
        counts("at-most-3", "at most three times", allowed -> Math.min(allowed, 3)),
        counts("at-least-1", "once, even if its Retry Count is 0", allowed -> Math.max(allowed, 1)),
        deviation(
            "sequence-nak-not-counted",
            "does not count a retry after a PSN sequence error NAK",
            seams -> seams.again.sequenceNakCounts.deviate(_ -> () -> false)),
        deviation(
            "ack-timeout-31-short",
            "retransmits within a millisecond at the two longest ACK timeouts",
            seams ->
                seams.ackTimeout.deviate(under ->
                    (least, own) -> least >= LONG ? least >>> 23 : under.applyAsLong(least, own))),
        deviation(
            "later-ack-timeout-short",
            "waits half the ACK timeout once a request was acknowledged",
            seams -> {
              boolean[] isLater = {false};
              seams.carriedTries.deviate(under ->
                  tries -> {
                    isLater[0] = true;
                    return under.applyAsInt(tries);
                  });
              seams.ackTimeout.deviate(
                  under -> (least, own) -> isLater[0] ? least / 2 : under.applyAsLong(least, own));
            }),
        deviation(
            "ack-timeout-ends-rnr-wait",
            "retransmits a request at its ACK timeout, however long the RNR NAK asked it to wait",
            seams -> seams.again.rnrStopsTimer.deviate(_ -> () -> false)),
        deviation(
            "flush-unsent-backwards",
            "flushes requests that were not sent before all others, the last one first",
            seams -> seams.again.flushPlace.deviate(_ -> _ -> 0)),
        deviation(
            "flush-unsent-before-last",
            "flushes a request that was not sent before the request that precedes it",
            seams ->
                seams.again.flushPlace.deviate(_ -> flushed -> Math.max(0, flushed.size() - 1))));
  }

  private static DeviationSpec counts(String name, String often, IntUnaryOperator counted) {
    return deviation(
        "retry-count-" + name,
        "retransmits a request that is not answered " + often,
        seams ->
            seams.ackRetry.deviate(
                under -> (tried, allowed) -> under.again(tried, counted.applyAsInt(allowed))));
  }
}
