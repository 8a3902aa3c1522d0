package org.ibassay.suite.c09;

import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;

import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.TestException;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;

/// The procedure that the pages of both atomics have in common.
abstract class C09_060_Atomic extends C09_060 {
  static final long FIRST = 0x0123456789ABCDEFL;
  static final long SECOND = 0x13579BDF02468ACEL;
  static final int NUMBER_BYTES = 8;

  /// What the tester claims to have found.
  private static final long ORIGINAL = 0x7766554433221100L;

  /// Has the DUT post both requests, with FIRST and SECOND.
  abstract void postBoth(MemoryRegion region) throws TestException;

  /// Whether a request has these data.
  abstract boolean has(long number, long swapDt, long cmpDt);

  final void procedure(OpCode opCode) throws TestException {
    step("1");
    MemoryRegion region = registerMemory();
    step("3");
    if (attributes().atomics() == Atomics.NONE) {
      notApplicable("the DUT has no atomics");
      return;
    }
    if (!sendsTwo()) {
      return;
    }
    postBoth(region);
    step("5");
    verifyAtomic(request(opCode, cc().psn(0)), TT_ADDRESS, FIRST);
    verifyAtomic(request(opCode, cc().psn(1)), TT_ADDRESS + NUMBER_BYTES, SECOND);

    step("6");
    cc().setTtTxReqPsn(cc().psn(0));
    transportTxPacket(withAeth(packet(RC_ATOMIC_ACK), 1).set(AtomicAckEth.ORIG_REM_DT, ORIGINAL));
    step("7");
    verifyFirstCompleted(pollSendQueue(1));
    step("8");
    verifyNoCompletion(pollSendQueueAfterSilence());
    step("A1");
    verifyNumber(region, 0, ORIGINAL);
    verifyNumber(region, NUMBER_BYTES, 0);
    step("9");
    closeRcChannel();
  }

  private void verifyAtomic(PacketIn packetIn, long address, long number) {
    long va = packetIn.get(Header.ATOMIC_ETH, AtomicEth.VA);
    long rkey = packetIn.get(Header.ATOMIC_ETH, AtomicEth.R_KEY);
    long swapDt = packetIn.get(Header.ATOMIC_ETH, AtomicEth.SWAP_DT);
    long cmpDt = packetIn.get(Header.ATOMIC_ETH, AtomicEth.CMP_DT);
    verify(
        packetIn,
        va == address && rkey == TT_RKEY && has(number, swapDt, cmpDt),
        () -> "VA 0x%X, R_Key 0x%X and the data of 0x%016X".formatted(address, TT_RKEY, number),
        () ->
            "VA 0x%X, R_Key 0x%X, SwapDt 0x%016X, CmpDt 0x%016X in %s"
                .formatted(va, rkey, swapDt, cmpDt, packetIn));
  }
}
