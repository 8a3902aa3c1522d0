package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Map;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/// Packets of the DUT outside of the connection are ignored, and legal ones are no failure.
final class ForeignPacketsTest {
  private static final int PSN = 7;
  private static final int GSI = 1;

  private ScriptedConnection script;
  private TransportTester<RcConnection> tt;
  private Steps steps;

  @BeforeEach
  void open() throws Exception {
    script = new ScriptedConnection(true);
    tt = script.tt;
    steps = script.steps;
  }

  @AfterEach
  void close() {
    script.close();
  }

  private void comes(PacketOut packet, int qpn) {
    comes(packet, qpn, 0);
  }

  private void comes(PacketOut packet, int qpn, int padding) {
    byte[] bytes =
        packet
            .bytes(reversed(tt.dut().packetPort().path().envelope()), qpn, PSN)
            .toArray(ValueLayout.JAVA_BYTE);
    script.comes(Arrays.copyOf(bytes, bytes.length + padding));
  }

  /// The headers before the BTH of the DUT's packets.
  private static Envelope reversed(Envelope testers) {
    return testers
        .with(Header.ETHERNET, Ethernet.SOURCE, testers.get(Header.ETHERNET, Ethernet.DESTINATION))
        .with(Header.ETHERNET, Ethernet.DESTINATION, testers.get(Header.ETHERNET, Ethernet.SOURCE))
        .with(Header.IPV4, Ipv4.SOURCE, testers.get(Header.IPV4, Ipv4.DESTINATION))
        .with(Header.IPV4, Ipv4.DESTINATION, testers.get(Header.IPV4, Ipv4.SOURCE));
  }

  private int qpn() {
    return tt.channel().cc().ttQpn();
  }

  private long failures(String step) {
    return script.failures(step);
  }

  @Test
  void datagramsForOtherQpsAndCongestionArePassedOver() throws Exception {
    comes(PacketOut.of(OpCode.UD_SEND_ONLY).payload(new byte[256]), GSI);
    comes(PacketOut.of(OpCode.UD_SEND_ONLY).payload(new byte[256]), GSI);
    comes(PacketOut.of(OpCode.CNP).payload(new byte[16]), qpn());
    comes(PacketOut.of(OpCode.RC_ACK).ack(1), qpn());
    assertThat(tt.packets().receive(OpCode.RC_ACK, PSN).psn()).isEqualTo(PSN);
    assertThat(steps.log().allPassed()).isTrue();
    assertThat(tt.packets().foreign()).isEqualTo(Map.of("UD_SEND_ONLY to QP 1", 2, "CNP", 1));
  }

  @Test
  void whatIsPassedOverDoesNotBreakSilence() throws Exception {
    comes(PacketOut.of(OpCode.UD_SEND_ONLY).payload(new byte[256]), GSI);
    assertThat(tt.packets().verifySilence(PSN)).isTrue();
  }

  @Test
  void anAcknowledgeForAnotherQpIsNotForeign() throws Exception {
    comes(PacketOut.of(OpCode.RC_ACK).ack(1), qpn() + 1);
    assertThat(tt.packets().verifySilence(PSN)).isFalse();
    assertThat(failures("R2")).isOne();
  }

  @Test
  void theDutMayBeALimitedMemberOfThePartition() throws Exception {
    comes(PacketOut.of(OpCode.RC_ACK).ack(1).set(Bth.P_KEY, 0x7FFF), qpn());
    tt.packets().receive(OpCode.RC_ACK, PSN);
    assertThat(failures("R2")).isZero();
    comes(PacketOut.of(OpCode.RC_ACK).ack(1).set(Bth.P_KEY, 0x7FFE), qpn());
    tt.packets().receive(OpCode.RC_ACK, PSN);
    assertThat(failures("R2")).isOne();
  }

  @Test
  void whatFollowsAnIpPacketIsPaddingOfTheFrame() throws Exception {
    comes(PacketOut.of(OpCode.RC_ACK).ack(1), qpn(), 100);
    tt.packets().receive(OpCode.RC_ACK, PSN);
    assertThat(failures("R1")).isZero();
  }
}
