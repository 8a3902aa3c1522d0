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
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;

/// # A Q_Key with its high-order bit set is replaced by that of the sending QP
///
/// - Section: 9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-sent-q-key#01, ia-ud-sent-q-key#02
///
/// The DUT sends datagrams with Q_Keys whose high-order bit is 0; they are sent unchanged. A
/// controlled Q_Key, whose high-order bit is 1, is replaced by the Q_Key of the sending QP.
///
/// ## Notes
///
/// - This test is the suite's own.
///
/// ## Procedure
///
/// - 1: Open the QPs, register memory and fill it.
/// - 2: For each Q_Key with the high-order bit 0: the DUT posts a datagram with it. Receive the
///   datagram; verify its Q_Key. [ia-ud-sent-q-key#01]
/// - 3: For each Q_Key with the high-order bit 1: the DUT posts a datagram with it. Receive the
///   datagram; verify that it has the Q_Key of the DUT's QP. [ia-ud-sent-q-key#02]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class U09_SentQKey extends DatagramTest {
  private static final List<Integer> OWN_AFFAIR = List.of(0, 1, 0x1234_5678, 0x7FFF_FFFF);
  private static final List<Integer> CONTROLLED = List.of(0x8000_0000, 0x8001_0000, 0xFFFF_FFFF);

  private final DatagramSender sender = new DatagramSender(tt());
  private int sent;

  @Override
  public boolean execute() throws TestException {
    carryOut("Q_Keys", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    sent = 0;
    sender.registerData(DatagramSender.SHORT);
    step("2");
    for (int qKey : OWN_AFFAIR) {
      verifyQKey(qKey, qKey);
    }
    step("3");
    for (int qKey : CONTROLLED) {
      verifyQKey(qKey, DatagramPair.Q_KEY);
    }
  }

  private void verifyQKey(int requested, int expected) throws TestException {
    int index = sent++;
    sender.post(sender.datagram(index, DatagramSender.SHORT, pair().toTester(), requested));
    PacketIn packetIn = packets().receive(UD_SEND_ONLY, Psn.add(pair().dutStartPsn(), index));
    at(
        "Q_Key",
        Integer.toUnsignedLong(requested),
        () ->
            checks()
                .verifyValue(packetIn, Header.DETH, Deth.Q_KEY, Integer.toUnsignedLong(expected)));
  }
}
