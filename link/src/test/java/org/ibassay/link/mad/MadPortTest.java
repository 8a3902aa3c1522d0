package org.ibassay.link.mad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.link.mad.Exchange.State.ANSWERED;
import static org.ibassay.link.mad.Exchange.State.UNANSWERED;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.link.Label;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;

/// One thread: sends, matches, retries, counts.
class MadPortTest {
  private static final Route NEXT = new Route.Directed(List.of(1));
  private static final Timing TIMING = new Timing(1000, 2);

  private record Frame(Tap.Direction direction, int bytes, int dlid, int destQp, String label) {}

  private final List<Frame> frames = new ArrayList<>();
  private final Tap tap =
      (direction, mad, bytes, dlid, destQp, nanos, label) -> {
        frames.add(new Frame(direction, bytes, dlid, destQp, label.toString()));
        return frames.size();
      };

  private MadPort port(ScriptedLink link) {
    return new MadPort(link, NEXT, tap, TIMING);
  }

  private static Exchange run(MadPort port, MemorySegment request) throws Exception {
    return run(port, request, TIMING);
  }

  private static Exchange run(MadPort port, MemorySegment request, Timing timing) throws Exception {
    Exchange exchange = port.start(request, NEXT, timing, Label.of("test"));
    port.await(exchange);
    return exchange;
  }

  @Test
  void answerIsTaken() throws Exception {
    ScriptedLink link = ScriptedLink.answering(10);
    MadPort port = port(link);
    Exchange exchange = run(port, Requests.nodeInfo());
    assertThat(exchange.state()).isEqualTo(ANSWERED);
    assertThat(exchange.tries()).isEqualTo(1);
    assertThat(exchange.sentAt()).isZero();
    assertThat(exchange.receivedAt()).isEqualTo(10);
    assertThat(exchange.responseBytes()).isEqualTo(256);
    assertThat(MadHeader.METHOD.get(exchange.response(), 0)).isEqualTo(Method.GET_RESP);
    assertThat(exchange.requestFrame()).isEqualTo(1);
    assertThat(exchange.responseFrame()).isEqualTo(2);
    assertThat(frames)
        .containsExactly(
            new Frame(Tap.Direction.SENT, 256, 0xFFFF, 0, "test"),
            new Frame(Tap.Direction.RECEIVED, 256, 0xFFFF, 0, "test"));
    assertThat(port.counters()).isEqualTo(new MadPort.Counters(1, 1, 0, 0, 0, 0));
  }

  @Test
  void directedRouteIsFilledIn() throws Exception {
    ScriptedLink link = ScriptedLink.silent();
    MadPort port = port(link);
    MemorySegment request = Requests.nodeInfo();
    request.asSlice(128, 128).fill((byte) 0x77);
    Smp.HOP_POINTER.set(request, 0, 9);
    byte[] before = request.toArray(ValueLayout.JAVA_BYTE);
    port.start(request, new Route.Directed(List.of(3, 7)), port.timing().once(), Label.NONE);
    MemorySegment mad = link.sent().getFirst().mad();
    assertThat(MadHeader.MGMT_CLASS.get(mad, 0)).isEqualTo(0x81);
    assertThat(Smp.HOP_POINTER.get(mad, 0)).isZero();
    assertThat(Smp.HOP_COUNT.get(mad, 0)).isEqualTo(2);
    assertThat(Smp.DR_SLID.get(mad, 0)).isEqualTo(0xFFFF);
    assertThat(Smp.DR_DLID.get(mad, 0)).isEqualTo(0xFFFF);
    byte[] path = new byte[128];
    path[1] = 3;
    path[2] = 7;
    assertThat(mad.asSlice(128).toArray(ValueLayout.JAVA_BYTE)).isEqualTo(path);
    assertThat(link.sent().getFirst().dlid()).isEqualTo(0xFFFF);
    assertThat(link.sent().getFirst().destQp()).isZero();
    assertThat(request.toArray(ValueLayout.JAVA_BYTE)).as("the caller's").isEqualTo(before);
  }

  @Test
  void routeToSelfHasNoHops() throws Exception {
    ScriptedLink link = ScriptedLink.silent();
    port(link).start(Requests.nodeInfo(), Route.SELF, TIMING.once(), Label.NONE);
    assertThat(Smp.HOP_COUNT.get(link.sent().getFirst().mad(), 0)).isZero();
  }

  @Test
  void lidRouteIsFilledIn() throws Exception {
    ScriptedLink link = ScriptedLink.answering(5);
    MadPort port = port(link);
    Exchange exchange =
        port.start(Requests.nodeInfo(), new Route.Lid(0x1234), port.timing().once(), Label.NONE);
    port.await(exchange);
    assertThat(exchange.state()).isEqualTo(ANSWERED);
    assertThat(MadHeader.MGMT_CLASS.get(link.sent().getFirst().mad(), 0)).isEqualTo(0x01);
    assertThat(link.sent().getFirst().dlid()).isEqualTo(0x1234);
    assertThat(frames.getFirst().dlid()).isEqualTo(0x1234);
  }

  @Test
  void otherClassGoesToQp1() throws Exception {
    ScriptedLink link = ScriptedLink.silent();
    MemorySegment request = Requests.nodeInfo();
    MadHeader.MGMT_CLASS.set(request, 0, 0x03);
    port(link).start(request, new Route.Lid(5), TIMING.once(), Label.NONE);
    assertThat(link.sent().getFirst().destQp()).isEqualTo(1);
    assertThat(MadHeader.MGMT_CLASS.get(link.sent().getFirst().mad(), 0)).isEqualTo(0x03);
  }

  @Test
  void everyTryHasItsOwnTransactionIdInTheLowerHalf() throws Exception {
    ScriptedLink link = ScriptedLink.silent();
    MadPort port = port(link);
    MemorySegment request = Requests.nodeInfo();
    MadHeader.TRANSACTION_ID.set(request, 0, 0xDEAD_BEEF_0000_0001L);
    Exchange exchange = run(port, request);
    assertThat(exchange.state()).isEqualTo(UNANSWERED);
    assertThat(exchange.nearMiss()).isFalse();
    assertThat(exchange.tries()).isEqualTo(3);
    assertThat(exchange.requestFrame()).isEqualTo(3);
    assertThat(exchange.sentAt()).isEqualTo(2000);
    assertThat(port.clock().nanos()).isEqualTo(3000);
    assertThat(link.sent()).extracting(ScriptedLink.Sent::at).containsExactly(0L, 1000L, 2000L);
    assertThat(link.sent()).extracting(ScriptedLink.Sent::tid).doesNotHaveDuplicates();
    assertThat(link.sent()).allMatch(s -> s.tid() >>> 32 == 0);
    assertThat(port.counters()).isEqualTo(new MadPort.Counters(3, 0, 2, 0, 0, 0));
  }

  @Test
  void onceMeansOnce() throws Exception {
    ScriptedLink link = ScriptedLink.silent();
    Exchange exchange = run(port(link), Requests.nodeInfo(), TIMING.once());
    assertThat(exchange.state()).isEqualTo(UNANSWERED);
    assertThat(link.sent()).hasSize(1);
  }

  @Test
  void trapRepressIsNeverRepeated() throws Exception {
    ScriptedLink link = ScriptedLink.silent();
    run(port(link), Requests.of(Method.TRAP_REPRESS, 2, 0));
    assertThat(link.sent()).hasSize(1);
  }

  @Test
  void setIsAnsweredByGetResp() throws Exception {
    ScriptedLink link = ScriptedLink.answering(1);
    assertThat(run(port(link), Requests.of(Method.SET, 0x15, 1)).state()).isEqualTo(ANSWERED);
  }

  @Test
  void unknownMethodIsAnsweredByItselfWithTheResponseBit() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          byte[] bytes = ScriptedLink.response(sent);
          bytes[3] = (byte) 0xFF;
          l.bring(1, bytes);
        });
    assertThat(run(port(link), Requests.of(0x7F, 0x11, 0)).state()).isEqualTo(ANSWERED);
  }

  @Test
  void upperHalfOfTheTransactionIdBelongsToTheStack() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          byte[] bytes = ScriptedLink.response(sent);
          Arrays.fill(bytes, 8, 12, (byte) 0xAB);
          l.bring(1, bytes);
        });
    assertThat(run(port(link), Requests.nodeInfo()).state()).isEqualTo(ANSWERED);
  }

  @Test
  void answerToAnEarlierTryOfAWaitingRequestCounts() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          if (l.sent().size() == 1) {
            l.bring(1500, ScriptedLink.response(sent));
          } else {
            l.bring(700, ScriptedLink.response(sent));
          }
        });
    MadPort port = port(link);
    Exchange exchange = run(port, Requests.nodeInfo());
    assertThat(exchange.state()).isEqualTo(ANSWERED);
    assertThat(exchange.sentAt()).isZero();
    assertThat(exchange.receivedAt()).isEqualTo(1500);
    assertThat(exchange.tries()).isEqualTo(2);
    port.waitUntil(5000);
    assertThat(port.counters()).isEqualTo(new MadPort.Counters(2, 2, 1, 1, 0, 0));
    assertThat(frames.getLast().label()).isEqualTo("late response");
  }

  @Test
  void lateResponseIsNeverAnotherRequests() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          if (l.sent().size() == 1) {
            l.bring(1200, ScriptedLink.response(sent));
          }
        });
    MadPort port = port(link);
    Exchange first = run(port, Requests.nodeInfo(), TIMING.once());
    assertThat(first.state()).isEqualTo(UNANSWERED);
    port.release(first);
    Exchange second = run(port, Requests.nodeInfo(), TIMING.once());
    assertThat(second.state()).isEqualTo(UNANSWERED);
    assertThat(second.nearMiss()).isFalse();
    assertThat(port.counters()).isEqualTo(new MadPort.Counters(2, 1, 0, 1, 0, 0));
  }

  @Test
  void releasedWhileWaitingIsLate() throws Exception {
    ScriptedLink link = ScriptedLink.answering(100);
    MadPort port = port(link);
    port.release(port.start(Requests.nodeInfo(), NEXT, port.timing(), Label.NONE));
    port.waitUntil(10_000);
    assertThat(link.sent()).hasSize(1);
    assertThat(port.counters().late()).isEqualTo(1);
  }

  @Test
  void duplicateIsCounted() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          l.bring(1, ScriptedLink.response(sent));
          l.bring(2, ScriptedLink.response(sent));
        });
    MadPort port = port(link);
    port.release(run(port, Requests.nodeInfo()));
    port.waitUntil(10);
    assertThat(port.counters()).isEqualTo(new MadPort.Counters(1, 2, 0, 0, 1, 0));
    assertThat(frames.getLast().label()).isEqualTo("duplicate response");
  }

  @Test
  void trapIsUnaskedWhateverItsTransactionId() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          byte[] trap = Requests.of(Method.TRAP, 2, 0).toArray(ValueLayout.JAVA_BYTE);
          System.arraycopy(sent.mad().toArray(ValueLayout.JAVA_BYTE), 8, trap, 8, 8);
          l.bring(1, trap);
        });
    MadPort port = port(link);
    Exchange exchange = run(port, Requests.nodeInfo(), TIMING.once());
    assertThat(exchange.state()).isEqualTo(UNANSWERED);
    assertThat(exchange.nearMiss()).isFalse();
    assertThat(port.counters().unasked()).isEqualTo(1);
    assertThat(frames.getLast().label()).isEqualTo("unasked");
  }

  @Test
  void handedBackRequestIsTriedAgainAfterAPause() throws Exception {
    ScriptedLink link = new ScriptedLink((l, sent) -> l.handBack(3, sent));
    MadPort port = port(link);
    Exchange exchange = run(port, Requests.nodeInfo());
    assertThat(exchange.state()).isEqualTo(UNANSWERED);
    assertThat(link.sent()).extracting(ScriptedLink.Sent::at).containsExactly(0L, 125L, 250L);
    assertThat(port.clock().nanos()).isEqualTo(253);
    assertThat(port.counters()).isEqualTo(new MadPort.Counters(3, 0, 2, 0, 0, 0));
  }

  @Test
  void handedBackOnceIsOverAtOnce() throws Exception {
    ScriptedLink link = new ScriptedLink((l, sent) -> l.handBack(3, sent));
    MadPort port = port(link);
    assertThat(run(port, Requests.nodeInfo(), TIMING.once()).state()).isEqualTo(UNANSWERED);
    assertThat(port.clock().nanos()).isEqualTo(3);
  }

  @Test
  void handedBackEarlierTryLeavesTheLaterAlone() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          if (l.sent().size() == 1) {
            l.handBack(1100, sent);
          } else {
            l.bring(900, ScriptedLink.response(sent));
          }
        });
    Exchange exchange = run(port(link), Requests.nodeInfo());
    assertThat(exchange.state()).isEqualTo(ANSWERED);
    assertThat(exchange.tries()).isEqualTo(2);
  }

  @Test
  void manyOutstandingAreAnsweredInAnyOrder() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> l.bring(100 - l.sent().size(), ScriptedLink.response(sent)));
    MadPort port = port(link);
    List<Exchange> all = new ArrayList<>();
    for (int i = 0; i < MadPort.CAPACITY; i++) {
      all.add(port.start(Requests.of(Method.GET, 0x1B, i), NEXT, port.timing(), Label.NONE));
    }
    for (int i = 0; i < all.size(); i++) {
      port.await(all.get(i));
      assertThat(MadHeader.ATTRIBUTE_MODIFIER.get(all.get(i).response(), 0)).isEqualTo(i);
    }
    assertThatThrownBy(() -> port.start(Requests.nodeInfo(), NEXT, port.timing(), Label.NONE))
        .isInstanceOf(IllegalStateException.class);
    all.forEach(port::release);
    assertThat(run(port, Requests.nodeInfo()).state()).isEqualTo(ANSWERED);
  }

  @Test
  void requestThatWaitsLongIsFoundAgain() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          boolean first = l.sent().size() == 1;
          l.bring(first ? 999_000 : 1, ScriptedLink.response(sent));
        });
    MadPort port = new MadPort(link, NEXT, Tap.NONE, new Timing(1_000_000, 0));
    Exchange waits = port.start(Requests.nodeInfo(), NEXT, port.timing(), Label.NONE);
    for (int i = 0; i < 3 * TransactionIds.SIZE; i++) {
      port.release(run(port, Requests.nodeInfo()));
    }
    port.await(waits);
    assertThat(waits.state()).isEqualTo(ANSWERED);
  }

  @Test
  void linkThatCannotSendIsTheTestersTrouble() throws Exception {
    boolean[] broken = {true};
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          if (broken[0]) {
            throw new LinkException("port 1 is down");
          }
          l.bring(1, ScriptedLink.response(sent));
        });
    MadPort port = port(link);
    for (int i = 0; i < 2 * MadPort.CAPACITY; i++) {
      assertThatThrownBy(() -> run(port, Requests.nodeInfo()))
          .isInstanceOf(LinkException.class)
          .hasMessage("port 1 is down");
    }
    broken[0] = false;
    assertThat(run(port, Requests.nodeInfo()).state()).isEqualTo(ANSWERED);
  }

  @Test
  void interruptionEndsTheWaitAndThePortGoesOn() throws Exception {
    MadPort port = port(ScriptedLink.answering(10));
    Exchange exchange = port.start(Requests.nodeInfo(), NEXT, port.timing(), Label.NONE);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> port.await(exchange)).isInstanceOf(InterruptedException.class);
    port.await(exchange);
    assertThat(exchange.state()).isEqualTo(ANSWERED);
    Thread.currentThread().interrupt();
    assertThatThrownBy(() -> port.waitUntil(100)).isInstanceOf(InterruptedException.class);
  }

  @Test
  void waitingCostsNothingInVirtualTime() throws Exception {
    MadPort port = port(ScriptedLink.silent());
    port.waitUntil(65_536_000_000_000L);
    assertThat(port.clock().nanos()).isEqualTo(65_536_000_000_000L);
  }

  @Test
  void releasedTwiceIsRefused() throws Exception {
    MadPort port = port(ScriptedLink.answering(1));
    Exchange exchange = run(port, Requests.nodeInfo());
    port.release(exchange);
    assertThatThrownBy(() -> port.release(exchange)).isInstanceOf(IllegalStateException.class);
  }

  @Test
  void closingClosesTheLink() {
    ScriptedLink link = ScriptedLink.silent();
    port(link).close();
    assertThat(link.isClosed()).isTrue();
  }
}
