package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.MessageOpCodes.READ_RESPONSES;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;

/// # CmpSwap after RDMA READs: responses follow the order of the requests
///
/// - Section: 9.5.0.1.5
/// - Coverage: v1c09-027
/// - Topology: SimpleLink: Tester=Transport Tester; Width=1X, 4X or 12X
/// - DUT qualifiers: every channel adapter supports RDMA as well as send and receive; atomics are
///   optional, but a DUT that supports them must meet all their requirements
/// - Assertions: V1c09-027#05
///
/// The tester sends a FetchAdd to learn the content of the DUT's memory, then two RDMA READs, of
/// five packets and of one packet, and a CmpSwap, without waiting for responses in between. All
/// READ responses precede the ATOMIC Acknowledge of the CmpSwap, as their PSNs show.
///
/// ## Notes
///
/// - Of the public page, only steps 1 and 2 are known; the others follow the sibling C09_027_12 and
///   the helpers that both inherit.
/// - Start_PSN is that of the FetchAdd, so the READs begin at Start_PSN + 1.
/// - The procedure is run for each START_PSN; with the second default, the PSNs wrap around.
/// - The test does not apply to a DUT without atomics, or to one that accepts fewer than three
///   requests at a time.
///
/// ## Procedure
///
/// - 1: Register a memory region of the DUT and fill it.
/// - 2: Post one receive request for each expected packet: none on the DUT's side.
/// - 3: COMPARE = sendFetch(Start_PSN): the current content of the memory. [V1c09-027#05]
/// - A2: Verify that COMPARE is the number in the DUT's memory. [ia-c09-027-05#01]
/// - 4: sendReadRequests(Start_PSN + 1).
/// - 5: PACKET_OUT is a CmpSwap: BTH_OpCode = RC_CMPSWAP, BTH_AckReq = 1, Atomic_vaddr = DUT buffer
///   address, Atomic_rkey = DUT rkey, Atomic_CMP = COMPARE, Atomic_SWAP_ADD = 0x1111111111111111,
///   CC.TT_TxReqPSN = Mod(CC.Start_PSN + 7, 2^24); TransportTxPacket(CC, PACKET_OUT).
/// - 6: For COUNTER = 1 to 5: TransportRxPacket(CC, PACKET_IN); verify that it is READ response
///   First, Middle, Middle, Middle or Last, in this order, that an AETH has an ACK, and that
///   BTH_PSN == Mod(CC.Start_PSN + COUNTER, 2^24). [V1c09-027#05]
/// - 7: TransportRxPacket(CC, PACKET_IN); verify that it is READ response Only, that AETH_Syndrome
///   & ACK_MASK == ACK, and that BTH_PSN == Mod(CC.Start_PSN + 6, 2^24). [V1c09-027#05]
/// - 8: TransportRxPacket(CC, PACKET_IN); verify that it is an ATOMIC Acknowledge, that
///   AETH_Syndrome & ACK_MASK == ACK, that BTH_PSN == Mod(CC.Start_PSN + 7, 2^24), and that
///   AtomicAckETH_OrigRemDt == COMPARE. [V1c09-027#05]
/// - A1: Verify that the READs returned the content of the DUT's memory, that the MSNs count the
///   requests, 2 to 4, and that the CmpSwap was executed. [ia-c09-027-05#01]
/// - 9: CloseRcChannel(CC).
@Td(dut = DutKind.CA, needs = Ability.MEMORY, effect = Effect.READS, parameters = START_PSN)
public final class C09_027_05 extends C09_027 {
  private static final int OUTSTANDING = 3;
  private static final int ATOMIC_PSN = 7;
  private static final long SWAP = 0x1111111111111111L;

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    byte[] data = pattern(FIRST_READ_PACKETS * cc().pmtu());
    memory().fill(region, data);
    step("3");
    String lack = lackFor(OUTSTANDING);
    if (lack != null) {
      leaveOutRest(lack);
      return;
    }
    long compare = sendFetch(cc().startPsn()).longValue();
    step("A2");
    memory().verifyNumber(region, 0, compare);
    step("4");
    sendReadRequests(cc().psn(1));
    step("5");
    transportTxPacket(
        PacketOut.atomic(RC_CMPSWAP, region)
            .set(AtomicEth.CMP_DT, compare)
            .set(AtomicEth.SWAP_DT, SWAP),
        cc().psn(ATOMIC_PSN));

    for (int counter = 1; counter <= FIRST_READ_PACKETS; counter++) {
      step("6");
      OpCode opCode = READ_RESPONSES.of(counter - 1, FIRST_READ_PACKETS);
      readResponse(opCode, counter, 2, cc().part(data, counter - 1));
    }
    step("7");
    readResponse(RC_RDMA_READ_RESP_ONLY, FIRST_READ_PACKETS + 1, 3, cc().part(data, 0));
    step("8");
    PacketIn packetIn = transportRxPacket(RC_ATOMIC_ACK, cc().psn(ATOMIC_PSN));
    checks().verifyAck(packetIn);
    checks().verifyPsn(packetIn, cc().psn(ATOMIC_PSN));
    checks().verifyOrigRemDt(packetIn, compare);
    step("A1");
    checks().verifyMsn(packetIn, 4);
    memory().verifyNumber(region, 0, SWAP);
    step("9");
    closeRcChannel();
  }

  private void readResponse(OpCode opCode, int counter, int msn, byte[] data) throws TestException {
    PacketIn packetIn = expect(opCode, cc().psn(counter));
    if (packetIn.has(Header.AETH)) {
      checks().verifyAck(packetIn);
    }
    step("A1");
    checks().verifyPayload(packetIn, data);
    if (packetIn.has(Header.AETH)) {
      checks().verifyMsn(packetIn, msn);
    }
  }
}
