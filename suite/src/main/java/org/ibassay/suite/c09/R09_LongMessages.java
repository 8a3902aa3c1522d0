package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.MessageOpCodes.READ_RESPONSES;
import static org.ibassay.suite.c09.MessageOpCodes.SENDS;
import static org.ibassay.suite.c09.MessageOpCodes.WRITES;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;

import java.util.Arrays;
import java.util.List;
import java.util.stream.LongStream;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// # Messages of many packets are transferred completely, from and to any address
///
/// - Section: 9.7.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-long-messages#01, ia-r09-long-messages#02, ia-r09-long-messages#03
///
/// The DUT sends SENDs and RDMA WRITEs of 17 packets and of more than 65,536 bytes from an odd
/// address, and reads as much to an odd address. Each packet carries the bytes of its position.
/// Each byte of the READ is stored at its address, and no other byte changes. Finally, one
/// acknowledge covers four WRITEs.
///
/// ## Notes
///
/// - This test is the suite's own. R09_SentPackets has messages of up to three packets from the
///   start of memory.
/// - A DUT may request an acknowledge in any packet and wait for it; the tester then sends one. The
///   DUT may wait for each of the four WRITEs to be acknowledged before it sends the next.
/// - The first WRITE is not tested: its acknowledge disables credit counting.
///
/// ## Procedure
///
/// - 1: For SEND and RDMA WRITE: open a connection, have the DUT execute one WRITE, and register
///   memory that the DUT's host fills. The DUT posts a request for 17 packets less 2 bytes, or for
///   65,536 bytes, a packet, and one byte, from the fourth byte on.
/// - 2: Receive its packets: OpCode, PSN, and payload of each; in the first packet of a WRITE, VA,
///   R_Key, and DMALen. Acknowledge those that request it. [ia-r09-long-messages#01]
/// - 3: Send an ACK for the last packet; verify that the request completes with success.
///   [ia-r09-long-messages#01]
/// - 4: On a separate connection, the DUT posts an RDMA READ of each of these lengths; receive it:
///   PSN, VA, R_Key, and DMALen; send the responses; verify that it completes with success.
///   [ia-r09-long-messages#02]
/// - 5: Verify that the memory holds the data from its fourth byte on, and is unchanged before and
///   after it. [ia-r09-long-messages#02]
/// - 6: On a separate connection, the DUT posts four WRITEs; receive them; send one ACK for the
///   last; verify that all complete with success, in order. [ia-r09-long-messages#03]
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_LongMessages extends TransportTest {
  private static final int PACKETS = 17;
  private static final int ODD = 3;
  private static final int LONG = 1 << 16;
  private static final int WRITES_AT_ONCE = 4;

  private final DutRequester requester = new DutRequester(tt());

  @Override
  public boolean execute() throws TestException {
    int several = PACKETS * dut().pathMtu() - 2;
    carryOutCase("SEND", () -> sent(RequestKind.SEND, several));
    carryOutCase("WRITE", () -> sent(RequestKind.WRITE, several));
    carryOutCase("READ", () -> read(several));
    carryOutCase("four WRITEs", this::acknowledgedAtOnce);
    int many = LONG + dut().pathMtu() + 1;
    carryOutOnce("long SEND", () -> sent(RequestKind.SEND, many));
    carryOutOnce("long WRITE", () -> sent(RequestKind.WRITE, many));
    carryOutOnce("long READ", () -> read(many));
    return log().allPassed();
  }

  /// Registers memory with bytes before and after the part that the request accesses.
  private Buffer register(byte[] content) throws TestException {
    MemoryRegion region = memory().register(AccessRights.LOCAL, content.length);
    memory().fill(region, content);
    return region.slice(ODD, content.length - 2 * ODD);
  }

  private int begin() throws TestException {
    memory().register();
    requester.exchangeFirstWrite();
    return cc().psn(1);
  }

  private void sent(RequestKind kind, int bytes) throws TestException {
    step("1");
    int psn = begin();
    byte[] content = pattern(bytes + 2 * ODD);
    Buffer local = register(content);
    boolean isSend = kind == RequestKind.SEND;
    work()
        .post(
            isSend
                ? new SendRequest.Send(1, local)
                : new SendRequest.Write(1, local, TT_ADDRESS, TT_RKEY));
    step("2");
    byte[] data = Arrays.copyOfRange(content, ODD, ODD + bytes);
    int count = cc().packets(bytes);
    for (int i = 0; i < count; i++) {
      int at = Psn.add(psn, i);
      packets().throwIfGap(at);
      PacketIn packetIn = expect((isSend ? SENDS : WRITES).of(i, count), at);
      checks().verifyPayload(packetIn, cc().part(data, i));
      if (packetIn.has(Header.RETH)) {
        checks().verifyReth(packetIn, TT_ADDRESS, TT_RKEY, data.length);
      }
      if (i < count - 1 && packetIn.get(Header.BTH, Bth.A) == 1) {
        requester.acknowledge(at, 1);
      }
    }
    step("3");
    requester.acknowledge(Psn.add(psn, count - 1), 2);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
  }

  private void read(int bytes) throws TestException {
    step("4");
    int psn = begin();
    byte[] content = new byte[bytes + 2 * ODD];
    Buffer local = register(content);
    work().post(new SendRequest.Read(1, local, TT_ADDRESS, TT_RKEY));
    PacketIn request = expect(RC_RDMA_READ_REQ, psn);
    checks().verifyReth(request, TT_ADDRESS, TT_RKEY, bytes);
    byte[] data = pattern(bytes);
    int count = cc().packets(bytes);
    for (int i = 0; i < count; i++) {
      OpCode opCode = READ_RESPONSES.of(i, count);
      PacketOut response = PacketOut.of(opCode).payload(cc().part(data, i));
      boolean hasAeth = opCode.headers().contains(Header.AETH);
      packets().send(hasAeth ? response.ack(2) : response, Psn.add(psn, i));
    }
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
    step("5");
    System.arraycopy(data, 0, content, ODD, data.length);
    memory().verify(memory().buffer(), 0, content);
  }

  private void acknowledgedAtOnce() throws TestException {
    step("6");
    int psn = begin();
    Buffer local = memory().buffer().slice(0, ODD);
    for (int i = 1; i <= WRITES_AT_ONCE; i++) {
      work().post(new SendRequest.Write(i, local, TT_ADDRESS, TT_RKEY));
    }
    for (int i = 0; i < WRITES_AT_ONCE; i++) {
      int next = Psn.add(psn, i);
      if (i > 0 && packets().peek(next) == null) {
        requester.acknowledge(Psn.add(next, -1), i + 1);
      }
      expect(RC_RDMA_WRITE_ONLY, next);
    }
    requester.acknowledge(Psn.add(psn, WRITES_AT_ONCE - 1), WRITES_AT_ONCE + 1);
    work()
        .verifyEnded(
            work().pollSends(WRITES_AT_ONCE),
            LongStream.rangeClosed(1, WRITES_AT_ONCE).mapToObj(Ended::well).toList());
  }
}
