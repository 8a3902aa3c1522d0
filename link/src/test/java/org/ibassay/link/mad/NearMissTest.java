package org.ibassay.link.mad;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongUnaryOperator;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.junit.jupiter.api.Test;

/// Responses with a wrong TransactionID, method or class.
class NearMissTest {
  private static final Route NEXT = new Route.Directed(List.of(1));

  private static MadPort port(Consumer<MemorySegment> spoil) {
    return port(link(spoil));
  }

  private static MadPort port(ScriptedLink link) {
    return new MadPort(link, NEXT, Tap.NONE, new Timing(1000, 0));
  }

  private static ScriptedLink link(Consumer<MemorySegment> spoil) {
    return new ScriptedLink((l, sent) -> {
      byte[] bytes = ScriptedLink.response(sent);
      spoil.accept(MemorySegment.ofArray(bytes));
      l.bring(1, bytes);
    });
  }

  private static Exchange run(MadPort port) throws Exception {
    Exchange exchange = port.start(Requests.nodeInfo(), NEXT, port.timing(), Label.NONE);
    port.await(exchange);
    return exchange;
  }

  private static void assertNearMiss(Consumer<MemorySegment> spoil) throws Exception {
    assertNearMiss(port(spoil));
  }

  private static void assertNearMiss(MadPort port) throws Exception {
    // After many others, so that a wrong TransactionID might be that of an earlier request.
    for (int i = 0; i < 100; i++) {
      Exchange exchange = run(port);
      assertThat(exchange.state()).isEqualTo(Exchange.State.UNANSWERED);
      assertThat(exchange.nearMiss()).isTrue();
      assertThat(MadHeader.ATTRIBUTE_ID.get(exchange.response(), 0)).isEqualTo(0x11);
      port.release(exchange);
    }
    assertThat(port.counters().unasked()).isEqualTo(100);
  }

  @Test
  void wrongTransactionId() throws Exception {
    for (long difference : new long[] {1, -1, 2, 64, 0x100, 0x1_0000, 0x8000_0000L}) {
      assertNearMiss(mad ->
          MadHeader.TRANSACTION_ID.set(
              mad, 0, (MadHeader.TRANSACTION_ID.get(mad, 0) + difference) & 0xFFFF_FFFFL));
    }
    for (int bit = 0; bit < 32; bit++) {
      long flip = 1L << bit;
      assertNearMiss(
          mad -> MadHeader.TRANSACTION_ID.set(mad, 0, MadHeader.TRANSACTION_ID.get(mad, 0) ^ flip));
    }
    assertNearMiss(mad -> MadHeader.TRANSACTION_ID.set(mad, 0, 0));
  }

  @Test
  void partOfATransactionIdWhereAllIsTheTesters() throws Exception {
    for (LongUnaryOperator part :
        List.<LongUnaryOperator>of(
            id -> id & MadLink.LOWER_HALF,
            id -> (int) id,
            id -> id & ~(0xFFL << 56),
            id -> id ^ Long.MIN_VALUE)) {
      ScriptedLink link =
          link(mad ->
              MadHeader.TRANSACTION_ID.set(
                  mad, 0, part.applyAsLong(MadHeader.TRANSACTION_ID.get(mad, 0))));
      assertNearMiss(port(link.withAllTransactionBits()));
    }
  }

  @Test
  void upperHalfOfATransactionIdThatTheStackReplaces() throws Exception {
    MadPort port =
        port(mad ->
            MadHeader.TRANSACTION_ID.set(
                mad, 0, MadHeader.TRANSACTION_ID.get(mad, 0) | 7L << Integer.SIZE));
    assertThat(run(port).state()).isEqualTo(Exchange.State.ANSWERED);
  }

  @Test
  void wrongMethod() throws Exception {
    assertNearMiss(mad -> MadHeader.METHOD.set(mad, 0, 0x82));
    assertNearMiss(mad -> MadHeader.METHOD.set(mad, 0, Method.GET));
  }

  @Test
  void wrongClass() throws Exception {
    assertNearMiss(mad -> MadHeader.MGMT_CLASS.set(mad, 0, 0x01));
  }

  @Test
  void otherAttributeIsNone() throws Exception {
    MadPort port =
        port(mad -> {
          MadHeader.TRANSACTION_ID.set(mad, 0, 0x7777);
          MadHeader.ATTRIBUTE_ID.set(mad, 0, 0x15);
        });
    assertThat(run(port).nearMiss()).isFalse();
  }

  @Test
  void answerThatComesAfterANearMissCounts() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          byte[] spoilt = ScriptedLink.response(sent);
          MadHeader.TRANSACTION_ID.set(MemorySegment.ofArray(spoilt), 0, 0x7777);
          l.bring(1, spoilt);
          l.bring(2, ScriptedLink.response(sent));
        });
    MadPort port = new MadPort(link, NEXT, Tap.NONE, new Timing(1000, 0));
    Exchange exchange = run(port);
    assertThat(exchange.state()).isEqualTo(Exchange.State.ANSWERED);
    assertThat(exchange.nearMiss()).isFalse();
    assertThat(exchange.receivedAt()).isEqualTo(2);
  }

  /// Runs a device that spoils the response to the first transmission and answers the second
  /// correctly.
  private static Exchange runTwice(Consumer<MemorySegment> spoil) throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          byte[] bytes = ScriptedLink.response(sent);
          if (l.sent().size() == 1) {
            spoil.accept(MemorySegment.ofArray(bytes));
          }
          l.bring(1, bytes);
        });
    return run(new MadPort(link, NEXT, Tap.NONE, new Timing(1000, 1)));
  }

  private static void assertPutRight(Consumer<MemorySegment> spoil) throws Exception {
    Exchange exchange = runTwice(spoil);
    NearMiss miss = Objects.requireNonNull(exchange.putRight());
    MemorySegment right =
        MemorySegment.ofArray(
            ScriptedLink.response(new ScriptedLink.Sent(miss.request(), 0, 0, 0)));
    spoil.accept(right);
    assertThat(miss.mad().mismatch(right)).isEqualTo(-1);
    assertThat(exchange.tries()).isEqualTo(2);
  }

  @Test
  void isKeptWhenTheNextTryPutsItRight() throws Exception {
    assertPutRight(mad -> flip(mad, MadHeader.TRANSACTION_ID, 1));
    assertPutRight(mad -> flip(mad, MadHeader.METHOD, 0x03));
    assertPutRight(mad -> flip(mad, MadHeader.MGMT_CLASS, 0x80));
  }

  @Test
  void isNotKeptWhereMoreIsWrong() throws Exception {
    for (Field other : List.of(MadHeader.METHOD, MadHeader.ATTRIBUTE_ID)) {
      assertThat(
              runTwice(
                      mad -> {
                        flip(mad, MadHeader.TRANSACTION_ID, 1);
                        flip(mad, other, 1);
                      })
                  .putRight())
          .isNull();
    }
    assertThat(
            runTwice(
                    mad -> {
                      flip(mad, MadHeader.METHOD, 3);
                      flip(mad, MadHeader.ATTRIBUTE_MODIFIER, 1);
                    })
                .putRight())
        .isNull();
  }

  private static void flip(MemorySegment mad, Field field, long bits) {
    field.set(mad, 0, field.get(mad, 0) ^ bits);
  }

  @Test
  void anotherClientsAnswerBesideOursIsNotOurs() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          byte[] others = ScriptedLink.response(sent);
          MadHeader.TRANSACTION_ID.set(MemorySegment.ofArray(others), 0, 0x7777);
          l.bring(1, others);
          l.bring(l.sent().size() == 1 ? 1500 : 1000, ScriptedLink.response(sent));
        });
    Exchange exchange = run(new MadPort(link, NEXT, Tap.NONE, new Timing(1000, 1)));
    assertThat(exchange.state()).isEqualTo(Exchange.State.ANSWERED);
    assertThat(exchange.tries()).isEqualTo(2);
    assertThat(exchange.putRight()).isNull();
  }

  @Test
  void anAnswerToAnEarlierRequestOfOursIsNone() throws Exception {
    List<byte[]> early = new ArrayList<>();
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          byte[] right = ScriptedLink.response(sent);
          if (l.sent().size() == 1) {
            early.add(right);
          }
          boolean isLost = l.sent().size() == TransactionIds.SIZE + 10;
          l.bring(1, isLost ? early.getFirst() : right);
        });
    MadPort port = new MadPort(link, NEXT, Tap.NONE, new Timing(1000, 1));
    for (int i = 1; i < TransactionIds.SIZE + 10; i++) {
      port.release(run(port));
    }
    Exchange exchange = run(port);
    assertThat(exchange.tries()).isEqualTo(2);
    assertThat(exchange.putRight()).isNull();
  }

  @Test
  void belongsToTheRequestWithItsModifier() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          byte[] spoilt = ScriptedLink.response(sent);
          MadHeader.TRANSACTION_ID.set(MemorySegment.ofArray(spoilt), 0, 0x7777);
          l.bring(1, spoilt);
        });
    MadPort port = new MadPort(link, NEXT, Tap.NONE, new Timing(1000, 0));
    Exchange[] all = new Exchange[16];
    for (int i = 0; i < all.length; i++) {
      all[i] = port.start(Requests.of(Method.GET, 0x1B, i), NEXT, port.timing(), Label.NONE);
    }
    for (int i = 0; i < all.length; i++) {
      port.await(all[i]);
      assertThat(all[i].nearMiss()).isTrue();
      assertThat(MadHeader.ATTRIBUTE_MODIFIER.get(all[i].response(), 0)).isEqualTo(i);
    }
  }
}
