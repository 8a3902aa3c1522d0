package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.MessageOpCodes.SENDS;
import static org.ibassay.suite.c09.MessageOpCodes.WRITES;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketChecks;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Psn;

/// # A message is segmented by PMTU and requests its acknowledge
///
/// - Section: 9.7.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-sent-packets#01, ia-r09-sent-packets#02
///
/// The DUT sends SENDs and RDMA WRITEs of 1 byte, of slightly more than PMTU, and of three PMTU.
/// They are sent as Only, or as First, Middle, and Last; all packets but the last are full. The
/// tester acknowledges only when requested to, and each request completes.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection.
/// - A responder must acknowledge a SEND or WRITE when AckReq is set, and need not otherwise. So a
///   requester that never sets it would wait forever. It may set it in the last packet or in a
///   later one.
///
/// ## Procedure
///
/// - 1: For SEND and RDMA WRITE, and for each length: open a connection, register memory of the DUT
///   and fill it.
/// - 2: The DUT posts the request.
/// - 3: Receive its packets: OpCode, PSN, and payload of each, and SE 0, because no solicited event
///   was requested; in the first packet of a WRITE, VA, R_Key, and DMALen. [ia-r09-sent-packets#01]
/// - 4: Verify that the last one has AckReq = 1, or that a later packet with AckReq = 1 is
///   received. [ia-r09-sent-packets#02]
/// - 5: Send an ACK; verify that there is one completion, with success. [ia-r09-sent-packets#02]
/// - 6: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_SentPackets extends TransportTest {
  @Override
  public boolean execute() throws TestException {
    int pmtu = cc().pmtu();
    for (RequestKind kind : List.of(RequestKind.SEND, RequestKind.WRITE)) {
      for (int bytes : List.of(1, pmtu + 2, 3 * pmtu)) {
        carryOutCase(kind + " of " + bytes, () -> procedure(kind, bytes));
      }
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind, int bytes) throws TestException {
    step("1");
    MemoryRegion region = memory().register(AccessRights.LOCAL, bytes);
    byte[] data = pattern(bytes);
    memory().fill(region, data);
    step("2");
    work()
        .post(
            kind == RequestKind.SEND
                ? new SendRequest.Send(1, region.whole())
                : new SendRequest.Write(1, region.whole(), TT_ADDRESS, TT_RKEY));
    step("3");
    PacketIn last = verifyMessage(kind == RequestKind.SEND ? SENDS : WRITES, data);
    step("4");
    PacketIn asking = asks(last) ? last : packets().anyWithinSilence(last.psn());
    checks()
        .verifyField(
            asking == null ? last : asking,
            "BTH_AckReq",
            asking != null && asks(asking),
            () -> PacketChecks.wrongField(asking == null ? last : asking, Header.BTH, Bth.A, 1),
            () -> "AckReq 1 in the message's last packet or in a later one",
            () ->
                asking == null ? "AckReq 0 in " + last : "AckReq 0 in " + last + " and " + asking);
    step("5");
    transportTxPacket(PacketOut.of(RC_ACK).ack(1), last.psn());
    work().verifySucceeded(work().pollSends(1), 1);
    step("6");
  }

  private static boolean asks(PacketIn packetIn) {
    return packetIn.get(Header.BTH, Bth.A) == 1;
  }

  private PacketIn verifyMessage(MessageOpCodes opCodes, byte[] data) throws TestException {
    int count = cc().packets(data.length);
    PacketIn packetIn = verifyPart(opCodes, data, 0);
    for (int i = 1; i < count; i++) {
      packetIn = verifyPart(opCodes, data, i);
    }
    return packetIn;
  }

  private PacketIn verifyPart(MessageOpCodes opCodes, byte[] data, int index) throws TestException {
    int psn = Psn.add(cc().dutStartPsn(), index);
    packets().throwIfGap(psn);
    PacketIn packetIn = expect(opCodes.of(index, cc().packets(data.length)), psn);
    checks().verifyPayload(packetIn, cc().part(data, index));
    checks().verifyValue(packetIn, Header.BTH, Bth.SE, 0);
    if (packetIn.has(Header.RETH)) {
      checks().verifyReth(packetIn, TT_ADDRESS, TT_RKEY, data.length);
    }
    return packetIn;
  }
}
