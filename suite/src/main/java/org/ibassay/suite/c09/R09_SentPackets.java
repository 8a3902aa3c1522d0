package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.MessageData.text;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.MessageOpCodes.SENDS;
import static org.ibassay.suite.c09.MessageOpCodes.WRITES;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.Arrays;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
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
import org.ibassay.wire.packet.Reth;

/// # A message is segmented by PMTU and requests its acknowledge
///
/// - Section: 9.7.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-sent-packets#01, ia-r09-sent-packets#02, ia-r09-sent-packets#03,
///   ia-r09-sent-packets#04, ia-r09-sent-packets#05
///
/// The DUT sends SENDs and RDMA WRITEs of 1 byte, of slightly more than PMTU, and of three PMTU.
/// They are sent as Only, or as First, Middle, and Last; all packets but the last are full. The
/// tester acknowledges only when requested to, and each request completes. Then the DUT sends short
/// ones from different offsets within 64 bytes, and reads to these offsets.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection.
/// - A responder must acknowledge a SEND or WRITE when AckReq is set, and need not otherwise. So a
///   requester that never sets it would wait forever. It may set it in the last packet or in a
///   later one.
/// - Where a stock program on the DUT's host posts the requests, only the cases of RDMA WRITE are
///   run; the data then is a string, with the zero byte that ends it.
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
/// - 7: Open a connection; register memory and fill it; have the DUT execute one WRITE. For each of
///   22 offsets within 64 bytes, each with another length: the DUT posts a SEND, and then a WRITE;
///   receive each: OpCode, PSN, and payload; acknowledge it; verify that it completes with success.
///   [ia-r09-sent-packets#03]
/// - 8: On the same connection, for each of these parts: the DUT posts a READ into it; receive it:
///   PSN, VA, R_Key, and DMALen; respond, with pad bytes that are not 0; verify that it completes
///   with success. Verify the whole memory. [ia-r09-sent-packets#04]
/// - 9: Open a connection; register memory and fill it; have the DUT execute one WRITE. The DUT
///   posts a READ of 0 bytes, and a SEND. Receive the READ: PSN, and DMALen 0; respond without
///   payload. Receive the SEND: its PSN is the one after that of the READ. Acknowledge it; verify
///   that both complete with success, in order. [ia-r09-sent-packets#05]
@Td(dut = DutKind.CA, needs = Ability.ONE_REQUEST, effect = Effect.READS, parameters = START_PSN)
public final class R09_SentPackets extends TransportTest {
  /// Around the words of a data path that is up to 64 bytes wide; so many that the requests are
  /// more than the DUT's queue can hold.
  private static final List<Integer> OFFSETS =
      List.of(0, 1, 2, 3, 4, 5, 7, 8, 11, 13, 15, 16, 22, 29, 31, 32, 38, 45, 51, 57, 60, 63);

  private static final int PART = 256;
  private static final int LONGEST = 128;

  /// Odd, so that all lengths differ.
  private static final int STEP = 37;

  private static final int PAD = 0x77;

  /// MSN of the WRITE of a stock program, which follows a READ and a SEND.
  private static final int OF_RPING = 3;

  private final DutRequester requester = new DutRequester(tt());

  private int sent;

  @Override
  public boolean execute() throws TestException {
    int pmtu = cc().pmtu();
    boolean areAllPosted = dut().can(Ability.REQUESTS);
    for (RequestKind kind :
        areAllPosted ? List.of(RequestKind.SEND, RequestKind.WRITE) : List.of(RequestKind.WRITE)) {
      for (int bytes : List.of(1, pmtu + 2, 3 * pmtu)) {
        carryOutCase(kind + " of " + bytes, () -> procedure(kind, bytes));
      }
    }
    if (areAllPosted) {
      carryOutOnce("offsets", this::offsets);
      carryOutOnce("READ of no bytes", this::emptyRead);
    } else {
      leaveOut(Ability.REQUESTS.lack(), "7", "9");
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind, int bytes) throws TestException {
    step("1");
    MemoryRegion region = memory().register(AccessRights.LOCAL, bytes);
    byte[] data = dut().can(Ability.REQUESTS) ? pattern(bytes) : text(bytes);
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
    transportTxPacket(
        PacketOut.of(RC_ACK).ack(dut().can(Ability.REQUESTS) ? 1 : OF_RPING), last.psn());
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

  private void emptyRead() throws TestException {
    step("9");
    requester.registerData();
    requester.exchangeFirstWrite();
    int psn = Psn.next(cc().dutStartPsn());
    Buffer nothing = memory().buffer().slice(0, 0);
    work().post(new SendRequest.Read(1, nothing, TT_ADDRESS, TT_RKEY));
    requester.postShortSend(2);
    checks().verifyValue(expect(RC_RDMA_READ_REQ, psn), Header.RETH, Reth.DMA_LEN, 0);
    transportTxPacket(PacketOut.of(RC_RDMA_READ_RESP_ONLY).ack(2), psn);
    requester.receive(RC_SEND_ONLY, Psn.next(psn));
    requester.acknowledge(Psn.next(psn), 3);
    work().verifyEnded(work().pollSends(2), List.of(Ended.well(1), Ended.well(2)));
  }

  // --- from and to each offset

  private void offsets() throws TestException {
    step("7");
    byte[] content = pattern(OFFSETS.size() * PART);
    MemoryRegion region = memory().register(AccessRights.LOCAL, content.length);
    memory().fill(region, content);
    requester.exchangeFirstWrite();
    sent = 1;
    for (int i = 0; i < OFFSETS.size(); i++) {
      Buffer part = part(region, i);
      int at = i * PART + OFFSETS.get(i);
      byte[] data = Arrays.copyOfRange(content, at, at + part.bytes());
      step("7");
      at("offset", OFFSETS.get(i), () -> exchange(part, data));
    }
    for (int i = 0; i < OFFSETS.size(); i++) {
      Buffer part = part(region, i);
      byte[] data = new byte[part.bytes()];
      Arrays.fill(data, (byte) ~i);
      System.arraycopy(data, 0, content, i * PART + OFFSETS.get(i), data.length);
      step("8");
      at("offset", OFFSETS.get(i), () -> read(part, data));
    }
    step("8");
    memory().verify(region, 0, content);
  }

  private static Buffer part(MemoryRegion region, int i) {
    return region.slice((long) i * PART + OFFSETS.get(i), 1 + i * STEP % LONGEST);
  }

  private void exchange(Buffer local, byte[] data) throws TestException {
    for (boolean isSend : new boolean[] {true, false}) {
      work()
          .post(
              isSend
                  ? new SendRequest.Send(sent, local)
                  : new SendRequest.Write(sent, local, TT_ADDRESS, TT_RKEY));
      PacketIn packetIn = requester.receive(isSend ? RC_SEND_ONLY : RC_RDMA_WRITE_ONLY, psn());
      checks().verifyPayload(packetIn, data);
      finish(PacketOut.of(RC_ACK));
    }
  }

  private void read(Buffer into, byte[] data) throws TestException {
    work().post(new SendRequest.Read(sent, into, TT_ADDRESS, TT_RKEY));
    PacketIn request = requester.receive(RC_RDMA_READ_REQ, psn());
    checks().verifyReth(request, TT_ADDRESS, TT_RKEY, data.length);
    finish(PacketOut.of(RC_RDMA_READ_RESP_ONLY).payload(data).padWith(PAD));
  }

  private int psn() {
    return Psn.add(cc().dutStartPsn(), sent);
  }

  /// Sends the response to the DUT's request, which completes it.
  private void finish(PacketOut response) throws TestException {
    transportTxPacket(response.ack(sent + 1), psn());
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(sent)));
    sent++;
  }
}
