package org.ibassay.link.mad;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Objects;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.junit.jupiter.api.Test;

/// The request to which a DUT did not respond when it stopped.
final class RequestWatchTest {
  private static final Route NEXT = new Route.Directed(List.of(1));
  private static final int NODE_INFO = 0x11;
  private static final int PORT_INFO = 0x15;

  private boolean isDead;
  private final ScriptedLink link =
      new ScriptedLink((l, sent) -> {
        isDead |= MadHeader.ATTRIBUTE_MODIFIER.get(sent.mad(), 0) == 666;
        if (!isDead) {
          l.bring(1, ScriptedLink.response(sent));
        }
      });
  private final MadPort port = new MadPort(link, NEXT, Tap.NONE, new Timing(1000, 1));

  private Exchange ask(int attribute, int modifier, Route to) throws Exception {
    Exchange exchange =
        port.start(Requests.of(Method.GET, attribute, modifier), to, port.timing(), Label.NONE);
    port.await(exchange);
    port.release(exchange);
    return exchange;
  }

  private UnansweredRequest unanswered() {
    return Objects.requireNonNull(port.unanswered());
  }

  @Test
  void whoAnswersEverythingHasNone() throws Exception {
    ask(NODE_INFO, 0, NEXT);
    ask(PORT_INFO, 1, NEXT);
    assertThat(port.unanswered()).isNull();
  }

  @Test
  void itIsTheFirstSinceTheLastAnswer() throws Exception {
    ask(NODE_INFO, 0, NEXT);
    ask(PORT_INFO, 666, NEXT);
    ask(NODE_INFO, 0, NEXT);
    assertThat(unanswered()).hasToString("SubnGet(PortInfo), AttributeModifier 0x0000029A");
    isDead = false;
    ask(NODE_INFO, 0, NEXT);
    assertThat(port.unanswered()).isNull();
  }

  @Test
  void ofSeveralUnderWayItIsTheFirstThatIsNotAnswered() throws Exception {
    Exchange[] all = new Exchange[8];
    for (int i = 0; i < all.length; i++) {
      all[i] =
          port.start(
              Requests.of(Method.GET, PORT_INFO, i == 3 ? 666 : i),
              NEXT,
              port.timing(),
              Label.NONE);
    }
    for (Exchange one : all) {
      port.await(one);
      port.release(one);
    }
    assertThat(unanswered()).hasToString("SubnGet(PortInfo), AttributeModifier 0x0000029A");
  }

  @Test
  void requestsThatAreAlikeAreCountedAndHeldBack() throws Exception {
    ask(PORT_INFO, 666, NEXT);
    UnansweredRequest fatal = unanswered();
    isDead = false;
    port.watch(fatal, Long.MAX_VALUE);
    ask(NODE_INFO, 666, NEXT);
    isDead = false;
    ask(NODE_INFO, 0, NEXT);
    ask(PORT_INFO, 666, NEXT);
    ask(PORT_INFO, 666, NEXT);
    assertThat(unanswered().isLike(fatal)).isTrue();
    assertThat(unanswered().occurrence()).isEqualTo(1);

    isDead = false;
    port.watch(fatal, 0);
    int before = link.sent().size();
    assertThat(ask(PORT_INFO, 666, NEXT).tries()).isZero();
    assertThat(link.sent()).hasSize(before);
    assertThat(port.hasHeldBack()).isTrue();
    assertThat(port.unanswered()).isNull();
    ask(PORT_INFO, 1, NEXT);
    assertThat(link.sent()).hasSize(before + 1);
  }

  @Test
  void whatTheTesterAnswersItselfIsNoSignOfLife() throws Exception {
    ask(PORT_INFO, 666, NEXT);
    isDead = false;
    ask(PORT_INFO, 0, Route.SELF);
    assertThat(unanswered()).hasToString("SubnGet(PortInfo), AttributeModifier 0x0000029A");
  }
}
