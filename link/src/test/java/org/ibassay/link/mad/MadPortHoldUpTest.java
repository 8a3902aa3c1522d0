package org.ibassay.link.mad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.link.mad.Exchange.State.ANSWERED;
import static org.ibassay.link.mad.Exchange.State.UNANSWERED;

import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.testing.ScriptedLink;
import org.junit.jupiter.api.Test;

/// A tester that stalled does not blame the device for its own delay.
class MadPortHoldUpTest {
  private static final Route NEXT = new Route.Directed(List.of(1));
  private static final Timing TIMING = new Timing(1000, 2);
  private static final long MILLI = 1_000_000;

  private static MadPort port(ScriptedLink link) {
    return new MadPort(link, NEXT, Tap.NONE, TIMING);
  }

  private static Exchange run(MadPort port, Timing timing) throws Exception {
    Exchange exchange = port.start(Requests.nodeInfo(), NEXT, timing, Label.NONE);
    port.await(exchange);
    return exchange;
  }

  /// The responses wait in the link.
  @Test
  void responsesReceivedDuringAStallAreInTime() throws Exception {
    ScriptedLink link = ScriptedLink.answering(10);
    MadPort port = port(link);
    Exchange first = port.start(Requests.nodeInfo(), NEXT, TIMING, Label.NONE);
    Exchange second = port.start(Requests.nodeInfo(), NEXT, TIMING, Label.NONE);
    link.holdUp(1_000_000);
    port.await(first);
    port.await(second);
    assertThat(first.state()).isEqualTo(ANSWERED);
    assertThat(second.state()).isEqualTo(ANSWERED);
    assertThat(port.counters()).isEqualTo(new MadPort.Counters(2, 2, 0, 0, 0, 0));
  }

  @Test
  void responsesReceivedBetweenTwoPollsAreInTime() throws Exception {
    ScriptedLink link = ScriptedLink.answering(900);
    MadPort port = port(link);
    Exchange exchange = port.start(Requests.nodeInfo(), NEXT, TIMING.once(), Label.NONE);
    link.holdUp(1_000_000);
    port.waitUntil(500);
    port.await(exchange);
    assertThat(exchange.state()).isEqualTo(ANSWERED);
  }

  /// If the whole machine stalled, its kernel has not delivered the response yet.
  @Test
  void aStalledTesterWaitsOnceMore() throws Exception {
    ScriptedLink link = ScriptedLink.answering(521 * MILLI);
    link.inRealTime();
    link.holdUp(500 * MILLI);
    MadPort port = port(link);
    Exchange exchange = run(port, new Timing(20 * MILLI, 0));
    assertThat(exchange.state()).isEqualTo(ANSWERED);
    assertThat(port.holdUps().longest()).isEqualTo(500 * MILLI);
  }

  @Test
  void silenceIsSilenceWhenTheTesterWasThere() throws Exception {
    ScriptedLink link = ScriptedLink.answering(41 * MILLI);
    link.inRealTime();
    MadPort port = port(link);
    Exchange exchange = run(port, new Timing(20 * MILLI, 0));
    assertThat(exchange.state()).isEqualTo(UNANSWERED);
    assertThat(link.clock().nanos()).isEqualTo(20 * MILLI);
    assertThat(port.holdUps().longest()).isZero();
  }

  @Test
  void aTesterThatStallsRepeatedlyIsReported() {
    ScriptedLink link = ScriptedLink.silent();
    link.inRealTime();
    link.holdUpAlways(30 * MILLI);
    assertThatThrownBy(() -> run(port(link), new Timing(20 * MILLI, 0)))
        .isInstanceOf(LinkException.class)
        .hasMessageContaining("stalled 8 times in a row");
  }

  @Test
  void aFloodOfStrangersDoesNotStopTheTime() throws Exception {
    ScriptedLink link = ScriptedLink.silent();
    for (int i = 0; i < 10_000; i++) {
      link.bring(i, new byte[256]);
    }
    MadPort port = port(link);
    Exchange exchange = run(port, TIMING);
    assertThat(exchange.state()).isEqualTo(UNANSWERED);
    assertThat(exchange.tries()).isEqualTo(3);
    assertThat(port.counters().received()).isBetween(3_000L, 4_000L);
  }
}
