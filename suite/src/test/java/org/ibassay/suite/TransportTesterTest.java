package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.suite.MessageData.pattern;

import java.util.List;
import org.ibassay.device.SimDriver;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.PacketChecks.AlwaysSteps;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// The objects that tests of the transport use, without a test.
final class TransportTesterTest {
  private final Steps steps = new Steps();
  private final TransportTester<RcConnection> tt =
      new TransportTester<>(steps, new AlwaysSteps("R1", "R2", "R3", "R4"), RcConnection::new);
  private Dut dut;

  @BeforeEach
  void open() throws Exception {
    dut = new SimDriver().parse(DutUri.parse("sim:ca")).open(Tap.NONE, Timing.DEFAULT);
    Page page = Pages.all().stream().filter(p -> p.id().equals("R09_PsnGap")).findFirst().get();
    steps.attach(new TestContext(dut, page, _ -> List.of(), 1, (_, _) -> {}), null);
    steps.step("2");
    tt.channel().setStartPsn(Psn.MAX);
    tt.channel().open();
  }

  @AfterEach
  void close() {
    dut.close();
  }

  private int psn(int index) {
    return tt.channel().cc().psn(index);
  }

  private long failures(String step) {
    CheckLog.Tally tally = steps.log().steps().get(step);
    return tally == null ? 0 : tally.failures();
  }

  @Test
  void writesAndLooksAtMemory() throws Exception {
    MemoryRegion region = tt.memory().register();
    tt.packets().send(PacketOut.write(region, pattern(8)), psn(0));
    PacketIn ack = tt.packets().receive(OpCode.RC_ACK, psn(0));
    assertThat(tt.checks().verifyAck(ack)).isTrue();
    assertThat(tt.checks().verifyPsn(ack, psn(0))).isTrue();
    assertThat(tt.checks().verifyMsn(ack, 2)).isFalse();
    assertThat(tt.memory().verify(region, 0, pattern(8))).isTrue();
    assertThat(tt.memory().verify(region, 8, pattern(8))).isFalse();
    assertThat(failures("2")).isEqualTo(2);
    assertThat(failures("R1")).isZero();
  }

  @Test
  void anAcknowledgeOfAnEarlierPsnIsPassedOver() throws Exception {
    MemoryRegion region = tt.memory().register();
    tt.packets().send(PacketOut.write(region, pattern(8)), psn(0));
    tt.packets().send(PacketOut.write(region, pattern(8)), psn(1));
    assertThat(tt.packets().receive(OpCode.RC_ACK, psn(1)).psn()).isEqualTo(psn(1));
    assertThat(tt.packets().sentPsn()).isEqualTo(psn(1));
  }

  @Test
  void aPacketThatWasPeekedAtIsTheNextOne() throws Exception {
    tt.packets().send(PacketOut.write(tt.memory().register(), pattern(8)), psn(0));
    PacketIn next = tt.packets().peek(psn(0));
    assertThat(tt.packets().receive(OpCode.RC_ACK, psn(0))).isSameAs(next);
    assertThat(tt.packets().verifySilence(psn(1))).isTrue();
  }

  @Test
  void whatDoesNotComeWhereNothingCanBeLostFails() {
    assertThatThrownBy(() -> tt.packets().receive(OpCode.RC_ACK, psn(0)))
        .hasMessage("step 2: no packet received within 5.0 s, expected RC_ACK, PSN 16777215");
    assertThat(failures("2")).isOne();
  }

  @Test
  void aClosedConnectionKeepsNoMemory() throws Exception {
    tt.packets().send(PacketOut.write(tt.memory().register(), pattern(8)), psn(0));
    final int qpn = tt.channel().cc().ttQpn();
    tt.channel().close();
    assertThatThrownBy(tt.memory()::buffer).isInstanceOf(IllegalStateException.class);
    tt.channel().open();
    assertThat(tt.channel().cc().ttQpn()).isNotEqualTo(qpn);
    assertThat(tt.packets().verifySilence(psn(0))).isTrue();
  }

  @Test
  void whatTheDutIsAskedToPostCompletes() throws Exception {
    MemoryRegion receives = tt.work().postReceives(2, 8);
    tt.packets().send(PacketOut.of(OpCode.RC_SEND_ONLY).payload(pattern(8)), psn(0));
    assertThat(tt.work().verifyEnded(tt.work().pollReceives(1), List.of(Ended.well(0)))).isTrue();
    assertThat(tt.memory().verify(receives, 0, pattern(8))).isTrue();
    tt.work().post(new SendRequest.Send(1, receives.slice(0, 8)));
    PacketIn send = tt.packets().receive(OpCode.RC_SEND_ONLY, psn(0));
    assertThat(tt.checks().verifyPayload(send, pattern(8))).isTrue();
    assertThat(tt.work().verifyNone(tt.work().pollSendsAfterSilence())).isTrue();
    tt.packets().send(PacketOut.of(OpCode.RC_ACK).ack(1), psn(0));
    assertThat(tt.work().verifySucceeded(tt.work().pollSends(1), 1)).isTrue();
    assertThat(tt.work().verifyState(State.RTS)).isTrue();
  }

  @Test
  void aMessageIsCutIntoFullPackets() {
    byte[] data = pattern(10);
    assertThat(MessageData.packets(0, 4)).isOne();
    assertThat(MessageData.packets(8, 4)).isEqualTo(2);
    assertThat(MessageData.packets(10, 4)).isEqualTo(3);
    assertThat(MessageData.part(data, 1, 4)).containsExactly(data[4], data[5], data[6], data[7]);
    assertThat(MessageData.part(data, 2, 4)).containsExactly(data[8], data[9]);
    assertThat(MessageData.part(new byte[0], 0, 4)).isEmpty();
  }

  @Test
  void theLinkIsAskedByConnectionsOfItsOwn() throws Exception {
    assertThat(tt.probe().quality()).isEqualTo(LinkQuality.SPOTLESS);
    assertThat(tt.dut().roundTripTime()).isPositive();
    assertThat(tt.channel().isOpen()).isFalse();
    assertThat(steps.log().allPassed()).isTrue();
  }
}
