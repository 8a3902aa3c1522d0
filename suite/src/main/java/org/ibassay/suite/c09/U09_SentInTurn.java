package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramSender.SHORT;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY_IMM;

import java.util.List;
import java.util.stream.LongStream;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.UdQp;
import org.ibassay.suite.DatagramPair;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.ImmDt;
import org.ibassay.wire.packet.Psn;

/// # Datagrams posted together are sent in order, each as its Work Request specifies
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-sent-in-turn#01, ia-ud-sent-in-turn#02, ia-ud-sent-in-turn#03,
///   ia-ud-sent-in-turn#04, ia-ud-sent-in-turn#05
///
/// The DUT posts eight datagrams, alternately to two QPs of the tester, with different lengths and
/// Q_Keys, every other one with immediate data. They are sent and complete in order, each with its
/// own values. In total, more follow than the DUT's queue can hold. Finally, two QPs of the DUT
/// send alternately, and each has its own PSN sequence.
///
/// ## Notes
///
/// - This test is the suite's own.
///
/// ## Procedure
///
/// - 1: Open the QPs, register memory and fill it. Nine times: the DUT posts eight datagrams.
///   Receive each at its destination QP, in order: OpCode, PSN, and payload.
///   [ia-ud-sent-in-turn#01]
/// - 2: Verify SrcQP, Q_Key, and immediate data of each. [ia-ud-sent-in-turn#02]
/// - 3: Verify that the eight have completed with success, in order. [ia-ud-sent-in-turn#03]
/// - 4: Open another QP of the DUT. The two QPs alternately post a datagram, three each. Receive
///   it: SrcQP, and the next PSN of its QP. [ia-ud-sent-in-turn#04]
/// - 5: Verify that no further packet is received. [ia-ud-sent-in-turn#05]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_SentInTurn extends DatagramTest {
  private static final int ROUNDS = 9;
  private static final int DATAGRAMS = 8;
  private static final int BY_TURNS = 3;
  private static final int OTHER_QPN = 0x60_0000;
  private static final int FIRST_IMMEDIATE = 0x8B1A_5500;
  private static final int FIRST_Q_KEY = 0x3D4E_5F00;

  private final DatagramSender sender = new DatagramSender(tt());

  @Override
  public boolean execute() throws TestException {
    carryOut("datagrams", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    sender.registerData(SHORT);
    int ttQpn = pair().ttQpn();
    for (int i = 0; i < ROUNDS; i++) {
      int first = i * DATAGRAMS;
      at("Round", i + 1, () -> round(first, ttQpn));
    }
    pair().listenAt(ttQpn);
    step("4");
    UdQp other = pair().openAnother(DatagramPair.Q_KEY);
    int psn = Psn.add(pair().dutStartPsn(), ROUNDS * DATAGRAMS);
    for (int i = 0; i < BY_TURNS; i++) {
      sendFrom(pair().qp(), Psn.add(psn, i));
      sendFrom(other, Psn.add(pair().dutStartPsn(), i));
    }
    step("5");
    packets().verifySilence(Psn.add(psn, BY_TURNS));
  }

  private void round(int first, int ttQpn) throws TestException {
    step("1");
    for (int i = 0; i < DATAGRAMS; i++) {
      sender.post(datagram(first + i, ttQpn));
    }
    for (int i = 0; i < DATAGRAMS; i++) {
      receive(datagram(first + i, ttQpn));
    }
    step("3");
    List<Ended> expected =
        LongStream.range(first, first + DATAGRAMS).mapToObj(Ended::well).toList();
    work().verifyEnded(work().pollSends(DATAGRAMS), expected);
  }

  /// @param number of the datagram, over all rounds
  private Datagram datagram(int number, int ttQpn) {
    boolean isPlain = number % 2 == 0;
    Datagram plain =
        sender.datagram(number, SHORT - number % SHORT, pair().toTester(), FIRST_Q_KEY + number);
    return new Datagram(
        number,
        plain.local(),
        plain.to(),
        number % 4 < 2 ? ttQpn : ttQpn ^ OTHER_QPN,
        plain.qKey(),
        isPlain ? null : FIRST_IMMEDIATE + number,
        false);
  }

  private void receive(Datagram posted) throws TestException {
    step("1");
    pair().listenAt(posted.qpn());
    int psn = Psn.add(pair().dutStartPsn(), posted.id());
    Integer immediate = posted.immediate();
    PacketIn packetIn =
        sender.verifySent(
            immediate == null ? UD_SEND_ONLY : UD_SEND_ONLY_IMM, psn, posted.local().bytes());
    step("2");
    checks().verifyValue(packetIn, Header.DETH, Deth.SRC_QP, pair().qp().qpn());
    checks().verifyValue(packetIn, Header.DETH, Deth.Q_KEY, posted.qKey());
    if (immediate != null) {
      long expected = Integer.toUnsignedLong(immediate);
      checks().verifyValue(packetIn, Header.IMM_DT, ImmDt.IMM_DT, expected);
    }
  }

  private void sendFrom(UdQp qp, int psn) throws TestException {
    step("4");
    DutWork of = tt().workOf(() -> qp);
    of.post(qp, sender.datagram(psn, SHORT));
    PacketIn packetIn = packets().receive(UD_SEND_ONLY, psn);
    checks().verifyPsn(packetIn, psn);
    checks().verifyValue(packetIn, Header.DETH, Deth.SRC_QP, qp.qpn());
    of.pollSends(1);
  }
}
