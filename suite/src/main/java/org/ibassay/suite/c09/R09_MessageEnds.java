package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutResponder.LEAD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_LAST_IMM;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY_IMM;
import static org.ibassay.wire.packet.OpCode.RC_SEND_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST_IMM;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY_IMM;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_OPERATIONAL_ERROR;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Reth;

/// # Every packet must fit the message it belongs to, with or without immediate data
///
/// - Section: 9.7.4.1
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-message-ends#01, ia-r09-message-ends#02, ia-r09-message-ends#03
///
/// The tester sends messages with faults that R09_InvalidRequest does not cover: a Last or Only
/// packet with immediate data that ends a message of the other kind, is too long for the receive,
/// or does not match DMALen; a Middle packet of an RDMA WRITE that is shorter than PMTU; and an
/// RDMA WRITE First whose later packets would leave the region. Each is answered with a NAK and
/// moves the QP to the error state.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection, on which three valid RDMA
///   WRITEs come before it.
/// - Either an invalid request or a remote operational error is accepted for a message that is too
///   long for its receive, as in R09_ReceiveTooSmall.
/// - Two receives are posted, with room for a full packet and 8 bytes.
///
/// ## Procedure
///
/// - 1: For each case: open a connection, send three valid RDMA WRITEs, and receive the ACK of
///   each. Register memory, and post two receives.
/// - 2: Send the packets before the one under test, without AckReq; then the packet under test,
///   with AckReq = 1.
/// - 3: Receive an invalid request NAK with its PSN, and an MSN that counts the three WRITEs; a
///   remote access error NAK where the message leaves the region. [ia-r09-message-ends#01]
/// - 4: Verify that the last packets of the region are unchanged. [ia-r09-message-ends#02]
/// - 5: Verify that the QP is in the error state. [ia-r09-message-ends#03]
/// - 6: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.SENDS, Ability.WRITES, Ability.RECEIVES, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_MessageEnds extends TransportTest {
  private static final int ROOM = 8;

  private final DutResponder responder = new DutResponder(tt());

  /// Packets, the last of which is the one under test.
  private interface Sequence {
    List<PacketOut> packets(int pmtu);
  }

  @Override
  public boolean execute() throws TestException {
    for (Map.Entry<String, Sequence> fault : cases().entrySet()) {
      carryOutOnce(fault.getKey(), () -> procedure(fault.getValue(), INVALID_REQUEST));
    }
    for (OpCode last : List.of(RC_SEND_LAST, RC_SEND_LAST_IMM)) {
      carryOutOnce(
          last.operation().text() + " beyond the receive",
          () ->
              procedure(
                  pmtu -> List.of(piece(RC_SEND_FIRST, pmtu), piece(last, ROOM + 4)),
                  INVALID_REQUEST,
                  REMOTE_OPERATIONAL_ERROR));
    }
    for (int packets : new int[] {2, 3}) {
      carryOutOnce(
          "WRITE First that leaves the region with packet %d".formatted(packets),
          () -> procedure(pmtu -> List.of(beyond(packets, pmtu)), REMOTE_ACCESS_ERROR));
    }
    return log().allPassed();
  }

  private Map<String, Sequence> cases() {
    Map<String, Sequence> cases = new LinkedHashMap<>();
    cases.put(
        "SEND Only with Immediate beyond PMTU", pmtu -> List.of(piece(RC_SEND_ONLY_IMM, pmtu + 4)));
    cases.put(
        "SEND Last with Immediate within a WRITE",
        pmtu -> List.of(write(RC_RDMA_WRITE_FIRST, 2 * pmtu, pmtu), piece(RC_SEND_LAST_IMM, 4)));
    for (OpCode last : List.of(RC_RDMA_WRITE_LAST, RC_RDMA_WRITE_LAST_IMM)) {
      cases.put(
          last.operation().text() + " within a SEND",
          pmtu -> List.of(piece(RC_SEND_FIRST, pmtu), piece(last, 4)));
    }
    cases.put(
        "WRITE Middle below PMTU",
        pmtu ->
            List.of(
                write(RC_RDMA_WRITE_FIRST, 3 * pmtu, pmtu), piece(RC_RDMA_WRITE_MIDDLE, pmtu - 4)));
    for (int off : new int[] {-4, 4}) {
      String where = off < 0 ? "below" : "beyond";
      cases.put(
          "WRITE Only with Immediate %s DMALen".formatted(where),
          pmtu -> List.of(write(RC_RDMA_WRITE_ONLY_IMM, pmtu - 4, pmtu - 4 + off)));
      cases.put(
          "WRITE Last with Immediate %s DMALen".formatted(where),
          pmtu ->
              List.of(
                  write(RC_RDMA_WRITE_FIRST, 2 * pmtu - 4, pmtu),
                  piece(RC_RDMA_WRITE_LAST_IMM, pmtu - 4 + off)));
    }
    return cases;
  }

  private static PacketOut piece(OpCode opCode, int bytes) {
    return PacketOut.of(opCode).payload(pattern(bytes));
  }

  private PacketOut write(OpCode opCode, int announced, int bytes) {
    return PacketOut.rdma(opCode, memory().buffer(), announced).payload(pattern(bytes));
  }

  /// Returns the first packet of a WRITE whose last packet alone lies outside the region.
  private PacketOut beyond(int packets, int pmtu) {
    MemoryRegion region = memory().buffer();
    return write(RC_RDMA_WRITE_FIRST, packets * pmtu, pmtu)
        .set(Reth.VA, region.address() + region.bytes() - (packets - 1L) * pmtu);
  }

  private void procedure(Sequence fault, Integer... codes) throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, LEAD);
    MemoryRegion region = memory().register();
    work().postReceives(2, cc().pmtu() + ROOM);
    List<PacketOut> packets = fault.packets(cc().pmtu());
    int last = packets.size() - 1;
    step("2");
    for (int i = 0; i < last; i++) {
      transportTxPacket(packets.get(i), Psn.add(psn, i));
    }
    transportTxPacket(packets.get(last).ackReq(), Psn.add(psn, last));
    step("3");
    responder.verifyRefused(Psn.add(psn, last), LEAD, codes);
    step("4");
    memory().verify(region, region.bytes() - 2L * cc().pmtu(), new byte[2 * cc().pmtu()]);
    step("5");
    work().verifyState(State.ERR);
    step("6");
  }
}
