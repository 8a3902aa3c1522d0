package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_FIRST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_LAST;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_MIDDLE;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;

import java.util.Arrays;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;

/// # CmpSwap after RDMA READs: responses in the order of the requests
///
/// - Section: 9.5.0.1.5
/// - Coverage: v1c09-027
/// - Topology: SimpleLink: Tester=Transport Tester; Width=1X, 4X or 12X
/// - DUT qualifiers: every channel adapter has RDMA beside send and receive; atomics are its own
///   choice, but one that has them has to meet everything about them
/// - Assertions: V1c09-027#05
///
/// The tester sends a FetchAdd to learn what stands in the DUT's memory, two RDMA READs, of five
/// packets and of one, and a CmpSwap, without waiting in between. All responses to the READs come
/// before that to the CmpSwap, as their PSNs show.
///
/// ## Notes
///
/// - Of the public page, steps 1 and 2 are known; the others follow the sibling C09_027_12 and the
///   helpers that both inherit.
/// - Start_PSN is that of the FetchAdd, so the READs begin at Start_PSN + 1.
/// - The procedure is carried out for each START_PSN: the second default lets it go over the end of
///   the PSNs.
/// - A DUT without atomics, or one that takes in fewer than three requests at a time, is not
///   judged.
///
/// ## Procedure
///
/// - 1: Register a memory region of the DUT, and fill it.
/// - 2: Post one receive request for each packet that is expected: none on the DUT's side.
/// - 3: COMPARE = sendFetch(Start_PSN): the data that stand there. [V1c09-027#05]
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
/// - A1: Ours: The READs brought what stood in the DUT's memory, the MSNs count the requests, 2 to
///   4, and the CmpSwap was carried out. [ia-c09-027-05#01]
/// - 9: CloseRcChannel(CC).
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
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
    MemoryRegion region = registerMemory();
    byte[] data = pattern(FIRST_READ_PACKETS * cc().pmtu());
    fill(region, data);
    step("3");
    if (!takesAtomics(OUTSTANDING)) {
      return;
    }
    long compare = sendFetch(cc().startPsn()).longValue();
    step("4");
    sendReadRequests(cc().psn(1));
    step("5");
    cc().setTtTxReqPsn(cc().psn(ATOMIC_PSN));
    transportTxPacket(
        atomic(RC_CMPSWAP).set(AtomicEth.CMP_DT, compare).set(AtomicEth.SWAP_DT, SWAP));

    for (int counter = 1; counter <= FIRST_READ_PACKETS; counter++) {
      readResponse("6", counter, ofFirstRead(counter), 2, part(data, counter - 1));
    }
    readResponse("7", FIRST_READ_PACKETS + 1, RC_RDMA_READ_RESP_ONLY, 3, part(data, 0));
    step("8");
    cc().setTtRxExpectPsn(cc().psn(ATOMIC_PSN));
    PacketIn packetIn = transportRxPacket(RC_ATOMIC_ACK);
    verifyAck(packetIn);
    verifyPsn(packetIn);
    verifyOrigRemDt(packetIn, compare);
    step("A1");
    verifyMsn(packetIn, 4);
    verifyNumber(region, 0, SWAP);
    step("9");
    closeRcChannel();
  }

  private static OpCode ofFirstRead(int counter) {
    return switch (counter) {
      case 1 -> RC_RDMA_READ_RESP_FIRST;
      case FIRST_READ_PACKETS -> RC_RDMA_READ_RESP_LAST;
      default -> RC_RDMA_READ_RESP_MIDDLE;
    };
  }

  private byte[] part(byte[] data, int packet) {
    return Arrays.copyOfRange(data, packet * cc().pmtu(), (packet + 1) * cc().pmtu());
  }

  private void readResponse(String step, int counter, OpCode opCode, int msn, byte[] data)
      throws TestException {
    step(step);
    cc().setTtRxExpectPsn(cc().psn(counter));
    PacketIn packetIn = transportRxPacket(opCode);
    verifyPsn(packetIn);
    if (packetIn.has(Header.AETH)) {
      verifyAck(packetIn);
    }
    step("A1");
    verifyPayload(packetIn, data);
    if (packetIn.has(Header.AETH)) {
      verifyMsn(packetIn, msn);
    }
  }
}
