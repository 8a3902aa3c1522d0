package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.MessageOpCodes.READ_RESPONSES;
import static org.ibassay.suite.c09.MessageOpCodes.SENDS;
import static org.ibassay.suite.c09.MessageOpCodes.WRITES;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// # Scatter/gather entries are used in list order
///
/// - Section: 10.7.2.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-gather#01, ia-r09-gather#02, ia-r09-gather#03, ia-r09-gather#04,
///   ia-r09-gather#05
///
/// The DUT posts requests and receives whose memory is a list of two or three entries of odd
/// lengths; in some lists one entry is empty. The DUT sends the content of the entries one after
/// another, with the sum of their lengths. Data that it reads or receives is stored in the entries
/// in list order and nowhere else.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection.
/// - The lists, in bytes: 7, 1, and 13; PMTU - 3, 5, and PMTU + 1; 3, 0, and 6; 0 and 9.
/// - The entries alternate between two regions and are not adjacent; later entries lie at lower
///   addresses than earlier ones.
/// - A DUT that supports fewer scatter/gather entries than a list has does not post it: the case is
///   inconclusive.
///
/// ## Procedure
///
/// - 1: For SEND, RDMA WRITE, READ and receive, and for each list: open a connection, register two
///   regions and fill them.
/// - 2: The DUT posts a SEND or RDMA WRITE of the list. Receive its packets: OpCode, PSN, payload;
///   in the first packet of a WRITE, VA, R_Key, and DMALen, the sum of the lengths. Send an ACK;
///   verify that the request completes with success. [ia-r09-gather#01]
/// - 3: The DUT posts a READ into the list. Receive the request: VA, R_Key, DMALen.
///   [ia-r09-gather#02]
/// - 4: Respond; verify that the request completes with success. [ia-r09-gather#03]
/// - 5: The DUT posts a receive into the list. Send a SEND of the list's length and, in another
///   case, one byte shorter; receive an ACK for each packet; verify that the receive completes with
///   the message's length. [ia-r09-gather#04]
/// - 6: Verify that the entries hold the sent data, and that no other byte of the regions has
///   changed. [ia-r09-gather#05]
/// - 7: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.REQUESTS, Ability.RECEIVES, Ability.MEMORY, Ability.LISTS},
    effect = Effect.READS,
    parameters = START_PSN)
public final class R09_Gather extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());
  private final ListedMemory listed = new ListedMemory(tt().memory());

  @Override
  public boolean execute() throws TestException {
    for (Map.Entry<String, List<Integer>> list : lists().entrySet()) {
      List<Integer> lengths = list.getValue();
      String which = ", parts of " + list.getKey();
      carryOutOnce("SEND" + which, () -> sent(RequestKind.SEND, lengths));
      carryOutOnce("WRITE" + which, () -> sent(RequestKind.WRITE, lengths));
      carryOutOnce("READ" + which, () -> read(lengths));
      carryOutOnce("receive" + which, () -> received(lengths, 0));
      carryOutOnce("receive of one byte less" + which, () -> received(lengths, 1));
    }
    return log().allPassed();
  }

  private Map<String, List<Integer>> lists() {
    int pmtu = cc().pmtu();
    Map<String, List<Integer>> lists = new LinkedHashMap<>();
    lists.put("7, 1, 13", List.of(7, 1, 13));
    lists.put("PMTU - 3, 5, PMTU + 1", List.of(pmtu - 3, 5, pmtu + 1));
    lists.put("3, 0, 6", List.of(3, 0, 6));
    lists.put("0, 9", List.of(0, 9));
    return lists;
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
    MessageOpCodes opCodes = isSend ? SENDS : WRITES;
    int count = cc().packets(data.length);
    for (int i = 0; i < count; i++) {
      PacketIn packetIn = expect(opCodes.of(i, count), Psn.add(cc().dutStartPsn(), i));
      checks().verifyPayload(packetIn, cc().part(data, i));
      if (packetIn.has(Header.RETH)) {
        checks().verifyReth(packetIn, TT_ADDRESS, TT_RKEY, data.length);
      }
    }
    transportTxPacket(PacketOut.of(RC_ACK).ack(1), Psn.add(cc().dutStartPsn(), count - 1L));
    work().verifySucceeded(work().pollSends(1), 1);
    step("7");
  }

  private void read(List<Integer> lengths) throws TestException {
    step("1");
    listed.register(lengths);
    byte[] data = pattern(listed.bytes());
    step("3");
    int psn = cc().dutStartPsn();
    work().post(new SendRequest.Read(1, listed.buffer(), TT_ADDRESS, TT_RKEY));
    checks().verifyReth(expect(RC_RDMA_READ_REQ, psn), TT_ADDRESS, TT_RKEY, data.length);
    step("4");
    int count = cc().packets(data.length);
    for (int i = 0; i < count; i++) {
      OpCode opCode = READ_RESPONSES.of(i, count);
      PacketOut part = PacketOut.of(opCode).payload(cc().part(data, i));
      boolean hasAeth = opCode.headers().contains(Header.AETH);
      transportTxPacket(hasAeth ? part.ack(1) : part, Psn.add(psn, i));
    }
    work().verifySucceeded(work().pollSends(1), 1);
    step("6");
    listed.verify(data);
    step("7");
  }

  private void received(List<Integer> lengths, int less) throws TestException {
    step("1");
    listed.register(lengths);
    byte[] data = pattern(listed.bytes() - less);
    step("5");
    work().postReceive(1, listed.buffer());
    responder.sendMessage(responder.send(data), cc().startPsn(), 0);
    verifyReceived(data.length);
    step("6");
    listed.verify(data);
    step("7");
  }

  private void verifyReceived(int bytes) throws TestException {
    List<Completion> ended = work().pollReceives(1);
    verify(
        0,
        ended.size() == 1
            && ended.getFirst().status() == Status.SUCCESS
            && ended.getFirst().bytes() == bytes,
        () -> "one completion: 1 SUCCESS (%d bytes)".formatted(bytes),
        () -> DutWork.shown(ended));
  }
}
