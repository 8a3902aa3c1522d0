package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.AtomicEth;

/// # SEND Only after FetchAdd: responses follow the order of the requests
///
/// - Section: 9.5.0.1.12
/// - Coverage: v1c09-027
/// - Topology: SimpleLink: Tester=Transport Tester; Width=1X, 4X or 12X
/// - DUT qualifiers: every channel adapter supports RDMA as well as send and receive; atomics are
///   optional, but a DUT that supports them must meet all their requirements
/// - Assertions: V1c09-027#12
///
/// The tester sends a FetchAdd to learn the content of the DUT's memory, then four more FetchAdds
/// and a SEND Only, without waiting for responses in between. The responses follow the order of the
/// requests, as their PSNs show, and each atomic returns the result of the previous one.
///
/// ## Notes
///
/// - The procedure is run for each START_PSN; with the second default, the PSNs wrap around.
/// - The tester posts nothing to receive responses; step 2 posts the receive that the SEND needs on
///   the DUT's side.
/// - The responses to atomics may not be omitted. Nothing follows the SEND, so its ACK may not be
///   omitted either.
/// - The test does not apply to a DUT without atomics, or to one that accepts fewer than four at a
///   time.
///
/// ## Procedure
///
/// - 1: Register a memory region of the DUT. Added: fill it so that no two bytes of the number are
///   equal.
/// - 2: Post one receive request for each expected packet.
/// - 3: ATOMIC_DATA = sendFetch(Start_PSN), with AckReq = 1: the current content of the memory.
///   [V1c09-027#12]
/// - A3: Verify that ATOMIC_DATA is the number in the DUT's memory. [ia-c09-027-12#02]
/// - 4: PACKET_OUT is a FetchAdd: HeaderMask = LOCAL | FETCHADD, BTH_OpCode = RC_FETCHADD,
///   BTH_AckReq = 1.
/// - 5: For COUNTER = 1 to 4: Atomic_vaddr = DUT buffer address; Atomic_rkey = DUT rkey;
///   Atomic_SWAP_ADD = 0x1111111111111111; CC.TT_TxReqPSN = Mod(CC.Start_PSN + COUNTER, 2^24);
///   TransportTxPacket(CC, PACKET_OUT).
/// - 6: End of the loop.
/// - 7: PACKET_OUT is a SEND Only: HeaderMask = LOCAL | SEND_ONLY, BTH_OpCode = RC_SEND_ONLY,
///   BTH_AckReq = 1, CC.TT_TxReqPSN = Mod(CC.Start_PSN + COUNTER, 2^24); TransportTxPacket(CC,
///   PACKET_OUT).
/// - 8: PACKET_IN is an ATOMIC Acknowledge: HeaderMask = LOCAL | ATOMIC_ACK, BTH_OpCode =
///   RC_ATOMIC_ACK, AETH_Syndrome = ACK.
/// - 9: For COUNTER = 1 to 4: CC.TT_RxExpectPSN = Mod(CC.Start_PSN + COUNTER, 2^24);
///   TransportRxPacket(CC, PACKET_IN); verify that AETH_Syndrome & ACK_MASK == ACK, that BTH_PSN ==
///   Mod(CC.Start_PSN + COUNTER, 2^24), and that AtomicAckETH_OrigRemDt == ATOMIC_DATA; then
///   ATOMIC_DATA += 0x1111111111111111. [V1c09-027#12]
/// - 10: End of the loop.
/// - 11: PACKET_IN is an Acknowledge: HeaderMask = LOCAL | ACK, BTH_OpCode = RC_ACK, AETH_Syndrome
///   = ACK, CC.TT_RxExpectPSN = Mod(CC.Start_PSN + COUNTER, 2^24); TransportRxPacket(CC,
///   PACKET_IN); verify that AETH_Syndrome & ACK_MASK == ACK, and that BTH_PSN == Mod(CC.Start_PSN
///   + COUNTER, 2^24). [V1c09-027#12]
/// - A1: Verify that the MSNs of the AETHs count the requests: 2 to 6. [ia-c09-027-12#01]
/// - A2: Verify that the DUT's memory holds the sum after four additions, and that the SEND's data
///   was received. [ia-c09-027-12#02]
/// - 12: CloseRcChannel(CC); unacknowledged work is flushed.
@Td(dut = DutKind.CA, needs = Ability.MEMORY, effect = Effect.READS, parameters = START_PSN)
public final class C09_027_12 extends C09_027 {
  private static final int ATOMICS = 4;
  private static final long SWAP_ADD = 0x1111111111111111L;

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    memory().fill(region, pattern(Long.BYTES));
    step("2");
    byte[] message = pattern(cc().pmtu());
    MemoryRegion receives = work().postReceives(1, message.length);
    step("3");
    String lack = lackFor(ATOMICS);
    if (lack != null) {
      leaveOutRest(lack);
      return;
    }
    long atomicData = sendFetch(cc().startPsn()).longValue();
    step("A3");
    memory().verifyNumber(region, 0, atomicData);

    step("4");
    PacketOut packetOut = PacketOut.atomic(RC_FETCHADD, region);
    step("5");
    int counter;
    for (counter = 1; counter <= ATOMICS; counter++) {
      packetOut.set(AtomicEth.SWAP_DT, SWAP_ADD);
      transportTxPacket(packetOut, cc().psn(counter));
    }
    step("7");
    packetOut = PacketOut.of(RC_SEND_ONLY).ackReq().payload(message);
    transportTxPacket(packetOut, cc().psn(counter));

    for (counter = 1; counter <= ATOMICS; counter++) {
      step("9");
      PacketIn packetIn = transportRxPacket(RC_ATOMIC_ACK, cc().psn(counter));
      checks().verifyAck(packetIn);
      checks().verifyPsn(packetIn, cc().psn(counter));
      checks().verifyOrigRemDt(packetIn, atomicData);
      atomicData += SWAP_ADD;
      step("A1");
      checks().verifyMsn(packetIn, counter + 1);
    }
    step("11");
    PacketIn packetIn = transportRxPacket(RC_ACK, cc().psn(counter));
    checks().verifyAck(packetIn);
    checks().verifyPsn(packetIn, cc().psn(counter));
    step("A1");
    checks().verifyMsn(packetIn, counter + 1);

    step("A2");
    memory().verifyNumber(region, 0, atomicData);
    work().verifySucceeded(work().pollReceives(1), 1);
    memory().verify(receives, 0, message);
    step("12");
    closeRcChannel();
  }
}
