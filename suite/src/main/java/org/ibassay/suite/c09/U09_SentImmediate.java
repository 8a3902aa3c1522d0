package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramSender.SHORT;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY_IMM;

import java.util.List;
import org.ibassay.suite.DatagramPair;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.Psn;
import org.jspecify.annotations.Nullable;

/// # A datagram carries the immediate data and the SE bit of its Work Request
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-sent-immediate#01, ia-ud-sent-immediate#02, ia-ud-sent-immediate#03
///
/// The DUT sends datagrams with and without immediate data, each with and without a solicited event
/// request, and then some with other immediate data and of 0 bytes up to the MTU.
///
/// ## Notes
///
/// - This test is the suite's own.
///
/// ## Procedure
///
/// - 1: Open the QPs, register memory and fill it.
/// - 2: For each combination, and for each immediate data value and length: the DUT posts a
///   datagram. Receive it: OpCode, PSN, payload, SrcQP, Q_Key, AckReq 0, and immediate data, if
///   any. [ia-ud-sent-immediate#01]
/// - 3: Verify that SE is 1 if a solicited event was requested, and 0 if not.
///   [ia-ud-sent-immediate#02]
/// - 4: Verify that no further packet is received. [ia-ud-sent-immediate#03]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_SentImmediate extends DatagramTest {
  private static final int IMMEDIATE = 0x8B1A_5502;

  private final DatagramSender sender = new DatagramSender(tt());
  private int sent;

  @Override
  public boolean execute() throws TestException {
    carryOut("immediate data", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    int mtu = dut().pathMtu();
    sender.registerData(mtu);
    sent = 0;
    for (boolean solicited : List.of(false, true, false)) {
      send(SHORT, null, solicited);
      send(SHORT, IMMEDIATE, solicited);
    }
    for (int immediate : List.of(0, -1)) {
      for (int bytes : List.of(0, 1, 2, 3, mtu)) {
        send(bytes, immediate, false);
      }
    }
    step("4");
    packets().verifySilence(Psn.add(pair().dutStartPsn(), sent));
  }

  private void send(int bytes, @Nullable Integer immediate, boolean solicited)
      throws TestException {
    step("2");
    sender.post(sender.datagram(sent, bytes, immediate, solicited));
    int psn = Psn.add(pair().dutStartPsn(), sent++);
    PacketIn packetIn =
        sender.verifySent(immediate == null ? UD_SEND_ONLY : UD_SEND_ONLY_IMM, psn, bytes);
    checks().verifyValue(packetIn, Header.DETH, Deth.SRC_QP, pair().qp().qpn());
    checks().verifyValue(packetIn, Header.DETH, Deth.Q_KEY, DatagramPair.TT_Q_KEY);
    checks().verifyValue(packetIn, Header.BTH, Bth.A, 0);
    if (immediate != null) {
      long expected = Integer.toUnsignedLong(immediate);
      checks().verifyValue(packetIn, Header.IMM_DT, ImmDt.IMM_DT, expected);
    }
    step("3");
    checks().verifyValue(packetIn, Header.BTH, Bth.SE, solicited ? 1 : 0);
  }
}
