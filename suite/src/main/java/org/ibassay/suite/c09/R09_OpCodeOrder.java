package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutResponder.LEAD;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_LAST_IMM;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY_IMM;
import static org.ibassay.wire.packet.OpCode.RC_SEND_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST_IMM;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST_INV;
import static org.ibassay.wire.packet.OpCode.RC_SEND_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY_IMM;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY_INV;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.DeviceAttributes.Option;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Ieth;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Operation;
import org.ibassay.wire.packet.Psn;

/// # A request whose OpCode does not follow that of the packet before it is NAKed
///
/// - Section: 9.7.4.1.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-opcode-order#01, ia-r09-opcode-order#02
///
/// The tester sends every OpCode of a request that is out of sequence: after the First and after a
/// Middle packet of a SEND and of an RDMA WRITE, and after a SEND and an RDMA WRITE of two packets
/// that are complete. Each is answered with an invalid request NAK and moves the QP to the error
/// state.
///
/// ## Notes
///
/// - This test is the suite's own. R09_InvalidRequest and R09_MessageEnds cover some OpCodes at the
///   start of a connection and after a First packet.
/// - Each case uses a separate connection, on which three valid RDMA WRITEs come before it.
/// - The lengths of all packets are valid. Two receives have room for all packets of a SEND.
/// - The preceding packets request no acknowledge, so the NAK is the first packet received.
/// - READ, CmpSwap, FetchAdd, and SEND with Invalidate are omitted for a DUT without them.
///
/// ## Procedure
///
/// - 1: For each case: open a connection, send three valid RDMA WRITEs, and receive the ACK of
///   each. Register memory, and post two receives.
/// - 2: Send the packets before the one under test, without AckReq; then the packet under test,
///   with AckReq = 1.
/// - 3: Receive an invalid request NAK with its PSN, and an MSN that counts the requests before it.
///   [ia-r09-opcode-order#01]
/// - 4: Verify that the QP is in the error state. [ia-r09-opcode-order#02]
/// - 5: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.SENDS, Ability.WRITES, Ability.RECEIVES, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_OpCodeOrder extends TransportTest {
  private static final Set<OpCode> WITHIN_SEND =
      Set.of(RC_SEND_MIDDLE, RC_SEND_LAST, RC_SEND_LAST_IMM, RC_SEND_LAST_INV);
  private static final Set<OpCode> WITHIN_WRITE =
      Set.of(RC_RDMA_WRITE_MIDDLE, RC_RDMA_WRITE_LAST, RC_RDMA_WRITE_LAST_IMM);

  /// Announced by a WRITE First, in packets: enough for every case.
  private static final int PACKETS = 4;

  private static final int TAIL = 8;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (Map.Entry<String, List<OpCode>> before : beginnings().entrySet()) {
      OpCode last = before.getValue().getLast();
      for (OpCode next : requests()) {
        if (!mayFollow(last.operation(), next)) {
          carryOutOnce(
              next.operation().text() + before.getKey(), () -> procedure(before.getValue(), next));
        }
      }
    }
    return log().allPassed();
  }

  private static Map<String, List<OpCode>> beginnings() {
    Map<String, List<OpCode>> beginnings = new LinkedHashMap<>();
    beginnings.put(" after a SEND", List.of(RC_SEND_FIRST, RC_SEND_LAST));
    beginnings.put(" after an RDMA WRITE", List.of(RC_RDMA_WRITE_FIRST, RC_RDMA_WRITE_LAST));
    beginnings.put(" after SEND First", List.of(RC_SEND_FIRST));
    beginnings.put(" after SEND Middle", List.of(RC_SEND_FIRST, RC_SEND_MIDDLE));
    beginnings.put(" after RDMA WRITE First", List.of(RC_RDMA_WRITE_FIRST));
    beginnings.put(" after RDMA WRITE Middle", List.of(RC_RDMA_WRITE_FIRST, RC_RDMA_WRITE_MIDDLE));
    return beginnings;
  }

  private List<OpCode> requests() throws TestException {
    List<OpCode> requests =
        new ArrayList<>(
            List.of(
                RC_SEND_FIRST,
                RC_SEND_MIDDLE,
                RC_SEND_LAST,
                RC_SEND_LAST_IMM,
                RC_SEND_ONLY,
                RC_SEND_ONLY_IMM,
                RC_RDMA_WRITE_FIRST,
                RC_RDMA_WRITE_MIDDLE,
                RC_RDMA_WRITE_LAST,
                RC_RDMA_WRITE_LAST_IMM,
                RC_RDMA_WRITE_ONLY,
                RC_RDMA_WRITE_ONLY_IMM));
    if (dut().can(Ability.EXTENDED) && dut().attributes().serves(Option.WINDOWS)) {
      requests.addAll(List.of(RC_SEND_LAST_INV, RC_SEND_ONLY_INV));
    }
    if (RequestKind.READ.isServedBy(dut())) {
      requests.add(RC_RDMA_READ_REQ);
    }
    if (RequestKind.FETCHADD.isServedBy(dut())) {
      requests.addAll(List.of(RC_CMPSWAP, RC_FETCHADD));
    }
    return requests;
  }

  private static boolean mayFollow(Operation before, OpCode next) {
    if (before.isEnd()) {
      return next.operation().isStart();
    }
    return (before.isSend() ? WITHIN_SEND : WITHIN_WRITE).contains(next);
  }

  private void procedure(List<OpCode> before, OpCode next) throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, LEAD);
    memory().register();
    work().postReceives(2, PACKETS * cc().pmtu());
    int announced = before.size() + (before.getLast().operation().isEnd() ? 0 : 1);
    step("2");
    for (int i = 0; i < before.size(); i++) {
      transportTxPacket(packet(before.get(i), announced), Psn.add(psn, i));
    }
    int last = Psn.add(psn, before.size());
    transportTxPacket(packet(next, 2).ackReq(), last);
    step("3");
    long ended = before.stream().filter(opCode -> opCode.operation().isEnd()).count();
    responder.verifyNak(INVALID_REQUEST, last, LEAD + (int) ended);
    step("4");
    work().verifyState(State.ERR);
    step("5");
  }

  /// Returns a packet of valid length.
  ///
  /// @param packets of the RDMA WRITE that it begins
  private PacketOut packet(OpCode opCode, int packets) {
    Operation operation = opCode.operation();
    if (!operation.hasPayload()) {
      return opCode == RC_RDMA_READ_REQ
          ? responder.request(RequestKind.READ)
          : PacketOut.atomic(opCode, memory().buffer());
    }
    byte[] data = pattern(operation.isEnd() ? TAIL : cc().pmtu());
    int announced = operation.isEnd() ? TAIL : (packets - 1) * cc().pmtu() + TAIL;
    PacketOut packet =
        opCode.headers().contains(Header.RETH)
            ? PacketOut.rdma(opCode, memory().buffer(), announced)
            : PacketOut.of(opCode);
    if (opCode.headers().contains(Header.IETH)) {
      packet.set(Ieth.R_KEY, memory().buffer().rkey());
    }
    return packet.payload(data);
  }
}
