package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_FIRST;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;

import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.link.upper.Ability;
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
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// # A QP divides messages by its own path MTU, whichever it is
///
/// - Section: 9.7.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-path-mtu#01, ia-r09-path-mtu#02, ia-r09-path-mtu#03, ia-r09-path-mtu#04
///
/// The DUT opens a QP with each path MTU that is smaller than the largest one of the path. In both
/// directions, all packets of a message but the last carry exactly that many bytes. A First packet
/// of the largest path MTU is an invalid request.
///
/// ## Notes
///
/// - This test is the suite's own. All other tests use the largest path MTU. The test does not
///   apply if that is 256 bytes.
///
/// ## Procedure
///
/// - 1: For each smaller path MTU: open a connection with it; register memory and fill it; post a
///   receive of two packets and 4 bytes.
/// - 2: Send a SEND of that length; receive the ACK of each packet: PSN and MSN; verify that the
///   receive completes and holds the message. [ia-r09-path-mtu#01]
/// - 3: Send a READ of that length; receive the responses: OpCode, PSN, and payload of each.
///   [ia-r09-path-mtu#02]
/// - 4: The DUT posts a SEND of that length; receive its packets: OpCode, PSN, and payload of each.
///   Acknowledge it; verify that it completes with success. [ia-r09-path-mtu#03]
/// - 5: Send the First packet of an RDMA WRITE, with a payload of the largest path MTU; receive an
///   invalid request NAK with its PSN. [ia-r09-path-mtu#04]
@Td(
    dut = DutKind.CA,
    needs = {Ability.REQUESTS, Ability.RECEIVES, Ability.NEW_QPS},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_PathMtu extends TransportTest {
  private static final int LEAST = 256;
  private static final int MORE = 4;
  private static final int PACKETS = 3;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    int largest = dut().pathMtu();
    step("1");
    if (largest == LEAST) {
      leaveOutRest("the path MTU is 256 bytes");
      return log().allPassed();
    }
    for (int mtu : IntStream.iterate(LEAST, one -> one < largest, one -> 2 * one).toArray()) {
      carryOutOnce("path MTU " + mtu, () -> procedure(mtu, largest));
    }
    return log().allPassed();
  }

  private void procedure(int mtu, int largest) throws TestException {
    step("1");
    connection().turnTo(connection().openAnother(settings -> settings.withPathMtu(mtu)));
    byte[] data = pattern(2 * mtu + MORE);
    MemoryRegion region = memory().register();
    memory().fill(region, data);
    MemoryRegion received = work().postReceives(1, data.length);
    step("2");
    responder.sendMessage(responder.send(data), cc().psn(0), 0);
    work().verifyEnded(work().pollReceives(1), List.of(Ended.well(0)));
    memory().verify(received, 0, data);
    step("3");
    transportTxPacket(PacketOut.read(region, data.length), cc().psn(PACKETS));
    for (int i = 0; i < PACKETS; i++) {
      verifyPart(MessageOpCodes.READ_RESPONSES.of(i, PACKETS), cc().psn(PACKETS + i), data, i);
    }
    step("4");
    work().post(new SendRequest.Send(1, region.slice(0, data.length)));
    for (int i = 0; i < PACKETS; i++) {
      int psn = Psn.add(cc().dutStartPsn(), i);
      verifyPart(MessageOpCodes.SENDS.of(i, PACKETS), psn, data, i);
    }
    transportTxPacket(PacketOut.of(RC_ACK).ack(1), Psn.add(cc().dutStartPsn(), PACKETS - 1L));
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
    step("5");
    PacketOut first =
        PacketOut.of(RC_RDMA_WRITE_FIRST)
            .ackReq()
            .payload(pattern(largest))
            .set(Reth.VA, region.address())
            .set(Reth.R_KEY, region.rkey())
            .set(Reth.DMA_LEN, 2L * largest);
    transportTxPacket(first, cc().psn(2 * PACKETS));
    responder.verifyNak(INVALID_REQUEST, cc().psn(2 * PACKETS), 2);
  }

  private void verifyPart(OpCode opCode, int psn, byte[] data, int index) throws TestException {
    PacketIn packetIn = expect(opCode, psn);
    checks().verifyPayload(packetIn, cc().part(data, index));
  }
}
