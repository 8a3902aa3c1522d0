package org.ibassay.link.mad;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.link.mad.Exchange.State.ANSWERED;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.testing.ScriptedLink;
import org.junit.jupiter.api.Test;

/// Responses whose length is not that of a MAD.
class MadPortLengthTest {
  private static final Route NEXT = new Route.Directed(List.of(1));
  private static final Timing TIMING = new Timing(1000, 2);

  private static MadPort port(ScriptedLink link) {
    return new MadPort(link, NEXT, Tap.NONE, TIMING);
  }

  private static Exchange run(MadPort port) throws Exception {
    return run(port, TIMING);
  }

  private static Exchange run(MadPort port, Timing timing) throws Exception {
    Exchange exchange = port.start(Requests.nodeInfo(), NEXT, timing, Label.NONE);
    port.await(exchange);
    return exchange;
  }

  @Test
  void shortResponseIsPaddedWithZeros() throws Exception {
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          byte[] bytes = ScriptedLink.response(sent);
          Arrays.fill(bytes, 64, 256, (byte) 0x55);
          l.bring(1, Arrays.copyOf(bytes, 100));
        });
    Exchange exchange = run(port(link));
    assertThat(exchange.responseBytes()).isEqualTo(100);
    assertThat(exchange.response().byteSize()).isEqualTo(256);
    assertThat(exchange.response().get(ValueLayout.JAVA_BYTE, 99)).isEqualTo((byte) 0x55);
    assertThat(exchange.response().asSlice(100).toArray(ValueLayout.JAVA_BYTE)).containsOnly(0);
  }

  @Test
  void longResponseIsCut() throws Exception {
    byte[] data = new byte[300];
    ScriptedLink link =
        new ScriptedLink((l, sent) -> {
          Arrays.fill(data, (byte) 0x55);
          System.arraycopy(ScriptedLink.response(sent), 0, data, 0, 64);
          l.bring(1, data);
        });
    Exchange exchange = run(port(link));
    assertThat(exchange.state()).isEqualTo(ANSWERED);
    assertThat(exchange.responseBytes()).isEqualTo(300);
    assertThat(exchange.response().toArray(ValueLayout.JAVA_BYTE))
        .isEqualTo(Arrays.copyOf(data, 256));
  }

  @Test
  void packetsOfAnotherLengthAreKeptIfTheLinkReportsLengths() throws Exception {
    for (int bytes : List.of(100, 255, 257)) {
      ScriptedLink link =
          new ScriptedLink(
              (l, sent) -> l.bring(1, Arrays.copyOf(ScriptedLink.response(sent), bytes)));
      assertThat(run(port(link)).misfit()).isNull();

      link.tellingLength();
      Misfit misfit = Objects.requireNonNull(run(port(link)).misfit());
      assertThat(misfit.bytes()).isEqualTo(bytes);
      assertThat(misfit.mad().byteSize()).isEqualTo(Math.min(bytes, 256));
      assertThat(misfit.toString()).startsWith(bytes + " bytes: 0181");
    }
  }

  @Test
  void nothingIsKeptOfWhatHasAMadsLength() throws Exception {
    ScriptedLink link = ScriptedLink.answering(1);
    link.tellingLength();
    assertThat(run(port(link)).misfit()).isNull();
  }

  @Test
  void nothingButAnEmptyDatagramIsUnasked() throws Exception {
    ScriptedLink link = new ScriptedLink((l, sent) -> l.bring(1, new byte[0]));
    MadPort port = port(link);
    assertThat(run(port, TIMING.once()).nearMiss()).isFalse();
    assertThat(port.counters().unasked()).isEqualTo(1);
  }
}
