package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.MessageData;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;

/// # Scatter/gather entries of an unreliable connection are used in list order
///
/// - Section: 10.7.2.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-gather#01, ia-uc-gather#02, ia-uc-gather#03
///
/// The DUT posts SENDs, RDMA WRITEs, and receives whose memory is a list of two or three entries of
/// odd lengths; in some lists one entry is empty. The DUT sends the content of the entries one
/// after another, with the sum of their lengths. A SEND that it receives is stored in the entries
/// in list order and nowhere else.
///
/// ## Notes
///
/// - This test is the suite's own. R09_Gather covers a reliable connection, U09_Gather datagrams.
/// - The lists, in bytes: 7, 1, and 13; PMTU - 3, 5, and PMTU + 1; 3, 0, and 6; 0 and 9.
/// - A DUT that supports fewer scatter/gather entries than a list has does not post it: the case is
///   inconclusive.
///
/// ## Procedure
///
/// - 1: For SEND, RDMA WRITE and receive, and for each list: open a connection, register two
///   regions and fill them.
/// - 2: The DUT posts a SEND or RDMA WRITE of the list. Receive its packets: OpCode, PSN, payload;
///   in the first packet of a WRITE, VA, R_Key, and DMALen, the sum of the lengths. Verify that the
///   request completes with success. [ia-uc-gather#01]
/// - 3: The DUT posts a receive into the list. Send a SEND of the list's length and, in another
///   case, one byte shorter; verify that the receive completes with the message's length.
///   [ia-uc-gather#02]
/// - 4: Verify that the entries hold the sent data, and that no other byte of the regions has
///   changed. [ia-uc-gather#03]
@Td(dut = DutKind.CA, needs = Ability.LISTS, effect = Effect.READS, parameters = START_PSN)
public final class W09_Gather extends UcTest {
  private final UcReceiver receiver = new UcReceiver(tt());
  private final ListedMemory listed = new ListedMemory(tt().memory());

  @Override
  public boolean execute() throws TestException {
    int mtu = dut().pathMtu();
    for (List<Integer> lengths :
        List.of(List.of(7, 1, 13), List.of(mtu - 3, 5, mtu + 1), List.of(3, 0, 6), List.of(0, 9))) {
      String which = ", parts of " + lengths;
      carryOut("SEND" + which, () -> sent(RequestKind.SEND, lengths));
      carryOut("WRITE" + which, () -> sent(RequestKind.WRITE, lengths));
      carryOut("receive" + which, () -> received(lengths, 0));
      carryOut("receive of one byte less" + which, () -> received(lengths, 1));
    }
    return log().allPassed();
  }

  private void sent(RequestKind kind, List<Integer> lengths) throws TestException {
    step("1");
    listed.register(lengths);
    byte[] data = listed.content();
    step("2");
    boolean isSend = kind == RequestKind.SEND;
    work()
        .post(
            isSend
                ? new SendRequest.Send(1, listed.buffer())
                : new SendRequest.Write(1, listed.buffer(), TT_ADDRESS, TT_RKEY));
    MessageOpCodes opCodes = isSend ? MessageOpCodes.UC_SENDS : MessageOpCodes.UC_WRITES;
    int mtu = dut().pathMtu();
    int count = MessageData.packets(data.length, mtu);
    for (int i = 0; i < count; i++) {
      int psn = Psn.add(connection().dutStartPsn(), i);
      PacketIn packetIn = packets().receive(opCodes.of(i, count), psn);
      checks().verifyPsn(packetIn, psn);
      checks().verifyPayload(packetIn, MessageData.part(data, i, mtu));
      if (packetIn.has(Header.RETH)) {
        checks().verifyReth(packetIn, TT_ADDRESS, TT_RKEY, data.length);
      }
    }
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
  }

  private void received(List<Integer> lengths, int less) throws TestException {
    step("1");
    listed.register(lengths);
    byte[] data = pattern(listed.bytes() - less);
    step("3");
    receiver.begin(0, 0);
    work().postReceive(0, listed.buffer());
    receiver.send(receiver.message(RequestKind.SEND, memory().buffer(), data));
    receiver.verifyCompleted(0, data.length);
    step("4");
    listed.verify(data);
  }
}
