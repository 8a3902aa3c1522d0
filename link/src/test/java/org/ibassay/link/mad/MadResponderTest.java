package org.ibassay.link.mad;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.ibassay.link.Timing;
import org.ibassay.link.testing.ScriptedLink;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Method;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;

/// Requests of others, which the tester answers as a subnet manager does.
class MadResponderTest {
  private static final int SM_INFO = 0x20;
  private static final long TRANSACTION = 0x1234_5678_9ABCL;

  private final ScriptedLink link = ScriptedLink.silent();
  private final MadPort port =
      new MadPort(
          link, new Route.Directed(List.of(1)), (_, _, _, _, _, _, _) -> 1, new Timing(1000, 0));

  private void bring(int method) {
    MemorySegment request = Requests.of(method, SM_INFO, 0);
    MadHeader.TRANSACTION_ID.set(request, 0, TRANSACTION);
    link.bring(5, request.toArray(ValueLayout.JAVA_BYTE));
  }

  private static MemorySegment answer(UnaskedMad request) {
    MemorySegment response = MemorySegment.ofArray(new byte[Smp.BYTES_OF_MAD]);
    response.copyFrom(request.mad());
    MadHeader.METHOD.set(response, 0, Method.GET_RESP);
    return response;
  }

  @Test
  void aRequestIsAnsweredWhileTheTesterWaits() throws Exception {
    port.manage(MadResponderTest::answer, true);
    bring(Method.GET);
    port.waitUntil(100);
    ScriptedLink.Sent sent = link.sent().getFirst();
    assertThat(sent.tid()).isEqualTo(TRANSACTION);
    assertThat(MadHeader.METHOD.get(sent.mad(), 0)).isEqualTo(Method.GET_RESP);
    assertThat(sent.at()).isEqualTo(5);
    assertThat(port.counters().sent()).isEqualTo(1);
    assertThat(port.takeUnasked()).hasSize(1);
  }

  @Test
  void aResponderMayBeSilent() throws Exception {
    port.manage(_ -> null, true);
    bring(Method.SET);
    port.waitUntil(100);
    assertThat(link.sent()).isEmpty();
    assertThat(port.takeUnasked()).hasSize(1);
  }

  @Test
  void withoutOneNothingIsAnswered() throws Exception {
    port.manage(MadResponderTest::answer, true);
    port.manage(null, false);
    bring(Method.GET);
    port.waitUntil(100);
    assertThat(link.sent()).isEmpty();
  }

  @Test
  void whatIsNoRequestIsNotAnswered() throws Exception {
    port.manage(MadResponderTest::answer, true);
    bring(Method.GET_RESP);
    bring(Method.TRAP_REPRESS);
    port.waitUntil(100);
    assertThat(link.sent()).isEmpty();
  }
}
