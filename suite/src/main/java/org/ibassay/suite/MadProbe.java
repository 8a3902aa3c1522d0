package org.ibassay.suite;

import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.wire.attribute.Attribute;

/// Measures how reliably a link carries management datagrams, with requests that are not retried.
final class MadProbe {
  private static final int PROBES = 256;
  private static final int MOST_TROUBLES = PROBES / 20;

  /// So long that even a slow DUT answers within it and only lost packets remain unanswered.
  private static final long PATIENCE_NANOS = 1_000_000_000;

  /// How long a second response is awaited, so that it can be assigned to its request.
  private static final long SECOND_ANSWER_NANOS = 10_000_000;

  private static final Label LABEL = Label.of("ibassay: how well the link carries packets");

  private final MadPacketSpec request;

  private int unanswered;
  private int answered;

  /// Number of responses so late that a test would have retried the request.
  private int slow;

  /// Number of late and duplicate responses.
  private int strays;

  /// Number of requests answered exactly twice.
  private int twice;

  /// @param request a request that every DUT answers
  private MadProbe(MadPacketSpec request) {
    this.request = request;
  }

  /// Sends SubnGet(NodeInfo) through the ports in turn and counts what is lost, late or duplicated.
  /// A DUT that is late with every response, or duplicates every one, does not make its link a bad
  /// one.
  static LinkQuality quality(List<MadPort> ports) throws TestException {
    try {
      return new MadProbe(MadPacketSpec.subnGet(Attribute.NODE_INFO)).through(ports);
    } catch (LinkException e) {
      throw TestException.of(e);
    } catch (InterruptedException e) {
      throw TestException.interrupted();
    }
  }

  private LinkQuality through(List<MadPort> ports) throws LinkException, InterruptedException {
    for (int i = 0; i < PROBES && unanswered <= MOST_TROUBLES; i++) {
      probe(ports.get(i % ports.size()));
    }
    return isNothing() ? LinkQuality.GONE : LinkQuality.of(troubles(), MOST_TROUBLES);
  }

  /// Whether no response was received at all.
  private boolean isNothing() {
    return unanswered > MOST_TROUBLES && answered == 0 && strays == 0;
  }

  private int troubles() {
    return unanswered
        + LinkQuality.troubles(slow, slow == PROBES)
        + LinkQuality.troubles(strays, twice == PROBES && strays == PROBES);
  }

  private void probe(MadPort port) throws LinkException, InterruptedException {
    MadPort.Counters before = port.counters();
    Timing timing = port.timing();
    Timing patience = timing.once().withTimeout(Math.max(PATIENCE_NANOS, timing.timeoutNanos()));
    Exchange exchange = port.start(request.bytes(), port.route(), patience, LABEL);
    try {
      port.await(exchange);
      // A near miss proves that the link carries packets, too.
      if (exchange.state() == Exchange.State.ANSWERED || exchange.nearMiss()) {
        answered++;
        slow += exchange.receivedAt() - exchange.sentAt() > timing.timeoutNanos() ? 1 : 0;
      } else {
        unanswered++;
      }
      port.waitUntil(port.clock().nanos() + SECOND_ANSWER_NANOS);
    } finally {
      port.release(exchange);
    }
    MadPort.Counters after = port.counters();
    int late = (int) (after.late() - before.late());
    int duplicate = (int) (after.duplicate() - before.duplicate());
    strays += late + duplicate;
    twice += late == 0 && duplicate == 1 ? 1 : 0;
  }
}
