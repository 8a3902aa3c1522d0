package org.ibassay.suite;

import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.wire.attribute.Attribute;

/// Finds out how well a link carries management datagrams, by requests that are sent once each.
final class MadProbe {
  private static final int PROBES = 256;
  private static final int MOST_TROUBLES = PROBES / 20;

  /// Long enough for a DUT that is slow, so that only what is lost stays unanswered.
  private static final long PATIENCE_NANOS = 1_000_000_000;

  /// How long a second answer is waited for, to see which request it belongs to.
  private static final long SECOND_ANSWER_NANOS = 10_000_000;

  private static final Label LABEL = Label.of("ibassay: how well the link carries packets");

  private final MadPacketSpec request;

  private int unanswered;
  private int answered;

  /// Answered, but so late that a request of the test would have been tried again.
  private int slow;

  /// Late and duplicate answers.
  private int strays;

  /// Answered twice, not oftener.
  private int twice;

  /// @param request that every DUT answers
  private MadProbe(MadPacketSpec request) {
    this.request = request;
  }

  /// SubnGet(NodeInfo) through each port in turn: what is lost, late or comes twice is counted. A
  /// DUT that is slow with each answer, or gives each twice, does not make its link a bad one.
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

  /// Whether nothing was received at all.
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
      // A near miss is an answer, too: the link brought it.
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
