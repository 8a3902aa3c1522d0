package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;

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
import org.ibassay.wire.packet.Psn;

/// # A datagram is sent as one packet without AckReq, and completes when it is sent
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-sent-datagrams#01, ia-ud-sent-datagrams#02, ia-ud-sent-datagrams#03,
///   ia-ud-sent-datagrams#04, ia-ud-sent-datagrams#05
///
/// The DUT sends datagrams of 0 bytes up to the MTU. Each is one packet, with the next PSN, with
/// the sending QP and the Q_Key of the Work Request in its DETH, and without AckReq. It completes
/// although the tester never responds.
///
/// ## Notes
///
/// - This test is the suite's own. AckReq must be 0, because the service has no acknowledges.
///
/// ## Procedure
///
/// - 1: For each START_PSN: open the QPs, register memory and fill it.
/// - 2: For each length: the DUT posts a datagram. Receive it as one packet: OpCode, the next PSN,
///   payload. [ia-ud-sent-datagrams#01]
/// - 3: Verify that SrcQP is the DUT's QP, and that the Q_Key is that of the Work Request.
///   [ia-ud-sent-datagrams#02]
/// - 4: Verify that AckReq is 0. [ia-ud-sent-datagrams#03]
/// - 5: Verify that the datagram has completed with success. [ia-ud-sent-datagrams#04]
/// - 6: Verify that no further packet is received. [ia-ud-sent-datagrams#05]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_SentDatagrams extends DatagramTest {
  private final DatagramSender sender = new DatagramSender(tt());

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    int mtu = dut().pathMtu();
    List<Integer> lengths = List.of(0, 1, 2, 3, 4, mtu - 1, mtu);
    step("1");
    sender.registerData(mtu);
    for (int i = 0; i < lengths.size(); i++) {
      send(i, lengths.get(i));
    }
    step("6");
    packets().verifySilence(Psn.add(pair().dutStartPsn(), lengths.size()));
  }

  private void send(int index, int bytes) throws TestException {
    step("2");
    sender.post(sender.datagram(index, bytes));
    int psn = Psn.add(pair().dutStartPsn(), index);
    PacketIn packetIn = sender.verifySent(UD_SEND_ONLY, psn, bytes);
    step("3");
    checks().verifyValue(packetIn, Header.DETH, Deth.SRC_QP, pair().qp().qpn());
    checks().verifyValue(packetIn, Header.DETH, Deth.Q_KEY, DatagramPair.TT_Q_KEY);
    step("4");
    checks().verifyValue(packetIn, Header.BTH, Bth.A, 0);
    step("5");
    sender.verifyCompleted(index);
  }
}
