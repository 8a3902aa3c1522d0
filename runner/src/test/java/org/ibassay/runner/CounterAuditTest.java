package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ibassay.device.SimDriver;
import org.ibassay.link.Label;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.Exchange;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.mad.Route;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.attribute.Attribute;
import org.junit.jupiter.api.Test;

/// Tests the findings of the counter audit.
class CounterAuditTest {
  private static final String ACTIVE = "sim:ca?cabled=1&port-state=active&lid=17";

  @Test
  void countersThatMoveByWhatPassedAreNoNote() throws Exception {
    assertThat(notes(ACTIVE)).isEmpty();
  }

  @Test
  void aCounterThatMissesPacketsIsNoted() throws Exception {
    assertThat(notes(ACTIVE + "&deviation=pma.rcv-packets-halved"))
        .singleElement()
        .asString()
        .contains("PortRcvPkts of port 1", "sent 9 MADs");
  }

  @Test
  void aCounterThatCountsTwiceIsNoted() throws Exception {
    assertThat(notes(ACTIVE + "&deviation=pma.xmit-packets-twice"))
        .singleElement()
        .asString()
        .contains("PortXmitPkts of port 1", "received 9 MADs");
  }

  @Test
  void errorsAreNoted() throws Exception {
    assertThat(notes(ACTIVE + "&deviation=pma.errors-grow"))
        .containsExactly("PortRcvErrors of port 1 grew by 1");
  }

  @Test
  void countersThatCannotBeReadAreNoted() throws Exception {
    assertThat(notes("sim:ca?cabled=1")).singleElement().asString().contains("port 1 not audited");
  }

  /// Eight requests to the DUT, and two to the tester's own port, between two readings.
  private static List<String> notes(String uri) throws Exception {
    try (Dut dut = new SimDriver().parse(DutUri.parse(uri)).open(Tap.NONE, Timing.DEFAULT)) {
      MadPort port = dut.madPorts().getFirst();
      CounterAudit audit = CounterAudit.begin(dut);
      for (int i = 0; i < 8; i++) {
        ask(port, port.route());
      }
      ask(port, Route.SELF);
      ask(port, Route.SELF);
      return audit.end();
    }
  }

  private static void ask(MadPort port, Route to) throws Exception {
    MadPacketSpec get = MadPacketSpec.subnGet(Attribute.NODE_INFO);
    Exchange exchange = port.start(get.bytes(), to, port.timing(), Label.NONE);
    port.await(exchange);
    port.release(exchange);
  }
}
