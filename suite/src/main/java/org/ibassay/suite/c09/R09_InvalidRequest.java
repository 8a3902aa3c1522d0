package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutResponder.LEAD;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_WRITE_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_LAST;
import static org.ibassay.wire.packet.OpCode.RC_SEND_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// # An invalid request is answered with an invalid request NAK and ends the connection
///
/// - Section: 9.7.4.1.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-invalid-request#01, ia-r09-invalid-request#02
///
/// The tester sends packets whose OpCode is out of sequence, whose length does not match their
/// OpCode or the announced length, or whose address is not aligned. Each is answered with an
/// invalid request NAK and moves the QP to the error state.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection, and its packet has a
///   single fault; the packets before it are valid. For the first START_PSN, each case also runs on
///   a connection that starts with three valid RDMA WRITEs.
/// - The preceding packets request no acknowledge, so the NAK is the first packet received.
/// - R09_ReceiveTooSmall covers a SEND that is longer than its receive: no public text specifies
///   which NAK it gets.
/// - The memory content after an invalid message is undefined and not checked.
/// - Atomics are omitted for a DUT without them.
///
/// ## Procedure
///
/// - 1: For each case: open a connection, with or without the three WRITEs and their ACKs; register
///   memory, and post two receives.
/// - 2: Send the packets before the one under test, without AckReq.
/// - 3: Send the packet under test, with AckReq = 1.
/// - 4: Receive an invalid request NAK, with its PSN, and an MSN that counts the three WRITEs.
///   [ia-r09-invalid-request#01]
/// - 5: Verify that the QP is in the error state. [ia-r09-invalid-request#02]
/// - 6: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.SENDS, Ability.WRITES, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_InvalidRequest extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  /// Packets, the last of which is the one under test.
  private interface Sequence {
    List<PacketOut> packets(int pmtu);
  }

  @Override
  public boolean execute() throws TestException {
    for (Map.Entry<String, Sequence> fault : cases().entrySet()) {
      carryOutCase(fault.getKey(), () -> procedure(fault.getValue(), 0));
      carryOutOnce(fault.getKey() + ", later", () -> procedure(fault.getValue(), LEAD));
    }
    return log().allPassed();
  }

  private Map<String, Sequence> cases() throws TestException {
    Map<String, Sequence> cases = new LinkedHashMap<>();
    cases.put("SEND Middle first", pmtu -> List.of(piece(RC_SEND_MIDDLE, pmtu)));
    cases.put("SEND Last first", pmtu -> List.of(piece(RC_SEND_LAST, pmtu)));
    cases.put(
        "SEND Only within a SEND",
        pmtu -> List.of(piece(RC_SEND_FIRST, pmtu), piece(RC_SEND_ONLY, pmtu)));
    cases.put(
        "WRITE Middle within a SEND",
        pmtu -> List.of(piece(RC_SEND_FIRST, pmtu), piece(RC_RDMA_WRITE_MIDDLE, pmtu)));
    cases.put(
        "SEND Last within a WRITE",
        pmtu -> List.of(write(RC_RDMA_WRITE_FIRST, 2 * pmtu, pmtu), piece(RC_SEND_LAST, pmtu)));
    if (RequestKind.READ.isServedBy(dut())) {
      cases.put(
          "READ within a SEND",
          pmtu -> List.of(piece(RC_SEND_FIRST, pmtu), responder.request(RequestKind.READ)));
      cases.put(
          "READ within a WRITE",
          pmtu ->
              List.of(
                  write(RC_RDMA_WRITE_FIRST, 2 * pmtu, pmtu), responder.request(RequestKind.READ)));
    }
    cases.put("SEND Only beyond PMTU", pmtu -> List.of(piece(RC_SEND_ONLY, pmtu + 4)));
    cases.put("SEND Only beyond PMTU by a byte", pmtu -> List.of(piece(RC_SEND_ONLY, pmtu + 1)));
    cases.put(
        "SEND Last beyond PMTU",
        pmtu -> List.of(piece(RC_SEND_FIRST, pmtu), piece(RC_SEND_LAST, pmtu + 4)));
    cases.put(
        "SEND Only in place of an RDMA WRITE Last",
        pmtu -> List.of(write(RC_RDMA_WRITE_FIRST, 2 * pmtu, pmtu), piece(RC_SEND_ONLY, pmtu)));
    cases.put(
        "WRITE Only in place of a SEND Last",
        pmtu -> List.of(piece(RC_SEND_FIRST, pmtu), write(RC_RDMA_WRITE_ONLY, pmtu, pmtu)));
    cases.put(
        "WRITE Last below DMALen by a byte",
        pmtu ->
            List.of(
                write(RC_RDMA_WRITE_FIRST, 2 * pmtu, pmtu), piece(RC_RDMA_WRITE_LAST, pmtu - 1)));
    cases.put("SEND First below PMTU", pmtu -> List.of(piece(RC_SEND_FIRST, pmtu - 4)));
    cases.put("SEND First below PMTU by a byte", pmtu -> List.of(piece(RC_SEND_FIRST, pmtu - 1)));
    cases.put(
        "WRITE First below PMTU by a byte",
        pmtu -> List.of(write(RC_RDMA_WRITE_FIRST, 2 * pmtu, pmtu - 1)));
    cases.put(
        "SEND Middle below PMTU",
        pmtu -> List.of(piece(RC_SEND_FIRST, pmtu), piece(RC_SEND_MIDDLE, pmtu - 4)));
    cases.put(
        "SEND Last without payload",
        pmtu -> List.of(piece(RC_SEND_FIRST, pmtu), piece(RC_SEND_LAST, 0)));
    cases.put(
        "WRITE Only below DMALen", pmtu -> List.of(write(RC_RDMA_WRITE_ONLY, pmtu, pmtu - 4)));
    cases.put(
        "WRITE Only beyond DMALen", pmtu -> List.of(write(RC_RDMA_WRITE_ONLY, pmtu - 4, pmtu)));
    cases.put(
        "WRITE Last below DMALen",
        pmtu ->
            List.of(
                write(RC_RDMA_WRITE_FIRST, 2 * pmtu, pmtu), piece(RC_RDMA_WRITE_LAST, pmtu - 4)));
    cases.put(
        "WRITE Last beyond DMALen",
        pmtu ->
            List.of(
                write(RC_RDMA_WRITE_FIRST, 2 * pmtu - 4, pmtu), piece(RC_RDMA_WRITE_LAST, pmtu)));
    cases.put(
        "WRITE Middle beyond DMALen",
        pmtu ->
            List.of(
                write(RC_RDMA_WRITE_FIRST, 2 * pmtu - 4, pmtu), piece(RC_RDMA_WRITE_MIDDLE, pmtu)));
    if (RequestKind.FETCHADD.isServedBy(dut())) {
      cases.put(
          "atomic within a SEND",
          pmtu -> List.of(piece(RC_SEND_FIRST, pmtu), responder.request(RequestKind.FETCHADD)));
      cases.put("atomic that is unaligned", pmtu -> List.of(unaligned()));
    }
    return cases;
  }

  private PacketOut piece(OpCode opCode, int bytes) {
    return PacketOut.of(opCode).payload(pattern(bytes));
  }

  private PacketOut write(OpCode opCode, int announced, int bytes) {
    return PacketOut.rdma(opCode, memory().buffer(), announced).payload(pattern(bytes));
  }

  private PacketOut unaligned() {
    return PacketOut.atomic(RC_FETCHADD, memory().buffer())
        .set(AtomicEth.VA, memory().buffer().address() + 4);
  }

  private void procedure(Sequence fault, int before) throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, before);
    memory().register();
    work().postReceives(2, 2 * cc().pmtu() + 8);
    List<PacketOut> packets = fault.packets(cc().pmtu());
    int last = packets.size() - 1;
    step("2");
    for (int i = 0; i < last; i++) {
      transportTxPacket(packets.get(i), Psn.add(psn, i));
    }
    step("3");
    transportTxPacket(packets.get(last).ackReq(), Psn.add(psn, last));
    step("4");
    responder.verifyNak(INVALID_REQUEST, Psn.add(psn, last), before);
    step("5");
    work().verifyState(State.ERR);
    step("6");
  }
}
