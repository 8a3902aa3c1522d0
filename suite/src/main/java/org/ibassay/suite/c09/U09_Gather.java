package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DatagramReceiver.GRH_BYTES;
import static org.ibassay.wire.packet.OpCode.UD_SEND_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Datagram;
import org.ibassay.suite.DatagramPair;
import org.ibassay.suite.DatagramTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;

/// # Scatter/gather entries of datagrams are used in list order
///
/// - Section: 10.7.2.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-ud-gather#01, ia-ud-gather#02, ia-ud-gather#03
///
/// The DUT posts datagrams and receives whose memory is a list of two or three entries; in some
/// lists one entry is empty. The DUT sends the content of the entries one after another. A datagram
/// that it receives is stored in the entries in list order and nowhere else, after the 40 bytes of
/// the GRH, which may begin and end in any entry.
///
/// ## Notes
///
/// - This test is the suite's own. R09_Gather and W09_Gather cover connections.
/// - The lists of datagrams, in bytes: 7, 1, and 13; 3, 0, and 6; 0 and 9. Those of receives: 40
///   and 21; 7, 50, and 13; 41, 0, and 12; 0 and 64; 13, 26, and 30.
/// - A DUT that supports fewer scatter/gather entries than a list has does not post it: the case is
///   inconclusive.
///
/// ## Procedure
///
/// - 1: For each list: open the QPs, register two regions and fill them.
/// - 2: The DUT posts a datagram of the list. Receive it: OpCode, PSN, payload; verify that it
///   completes with success. [ia-ud-gather#01]
/// - 3: The DUT posts a receive into the list. Send a datagram that fills it and, in another case,
///   one that is a byte shorter; verify that the receive completes with the datagram's length and
///   the 40 bytes. [ia-ud-gather#02]
/// - 4: Verify that the entries hold the payload after the first 40 bytes, and that no other byte
///   of the regions has changed. [ia-ud-gather#03]
@Td(dut = DutKind.CA, needs = Ability.LISTS, effect = Effect.READS, parameters = START_PSN)
public final class U09_Gather extends DatagramTest {
  private final DatagramSender sender = new DatagramSender(tt());
  private final DatagramReceiver receiver = new DatagramReceiver(tt());
  private final ListedMemory listed = new ListedMemory(tt().memory());

  @Override
  public boolean execute() throws TestException {
    for (List<Integer> lengths : List.of(List.of(7, 1, 13), List.of(3, 0, 6), List.of(0, 9))) {
      carryOut("datagram, parts of " + lengths, () -> sent(lengths));
    }
    for (List<Integer> lengths :
        List.of(
            List.of(40, 21),
            List.of(7, 50, 13),
            List.of(41, 0, 12),
            List.of(0, 64),
            List.of(13, 26, 30))) {
      carryOut("receive, parts of " + lengths, () -> received(lengths, 0));
      carryOut("receive of one byte less, parts of " + lengths, () -> received(lengths, 1));
    }
    return log().allPassed();
  }

  private void sent(List<Integer> lengths) throws TestException {
    step("1");
    listed.register(lengths);
    step("2");
    sender.post(
        new Datagram(
            1,
            listed.buffer(),
            pair().toTester(),
            pair().ttQpn(),
            DatagramPair.TT_Q_KEY,
            null,
            false));
    int psn = pair().dutStartPsn();
    PacketIn packetIn = packets().receive(UD_SEND_ONLY, psn);
    checks().verifyPsn(packetIn, psn);
    checks().verifyPayload(packetIn, listed.content());
    sender.verifyCompleted(1);
  }

  private void received(List<Integer> lengths, int less) throws TestException {
    step("1");
    listed.register(lengths);
    byte[] payload = pattern(listed.bytes() - GRH_BYTES - less);
    step("3");
    work().postReceive(0, listed.buffer());
    receiver.send(receiver.datagram(payload));
    receiver.verifyCompleted(0, payload.length);
    step("4");
    listed.verifyAfter(GRH_BYTES, payload);
  }
}
