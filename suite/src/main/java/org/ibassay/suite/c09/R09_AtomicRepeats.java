package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// # Atomics compare every bit, and are answered again as often as they are repeated
///
/// - Section: 9.4.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: a DUT with atomics
/// - Assertions: ia-r09-atomic-repeats#01, ia-r09-atomic-repeats#02, ia-r09-atomic-repeats#03,
///   ia-r09-atomic-repeats#04
///
/// CmpSwaps whose compare value differs from memory in any one of 64 bits do not swap. A FetchAdd
/// carries into the high-order bit, and a CmpSwap may store 0. As many atomics as may be
/// outstanding are then repeated, the newest of them twice first, and each is answered with the
/// original data of its execution. An atomic at an address that is not a multiple of 8 is NAKed.
///
/// ## Notes
///
/// - This test is the suite's own. R09_Atomics compares four bits; R09_OldDuplicates repeats one
///   atomic, once.
/// - The test does not apply to a DUT without atomics.
/// - As many atomics are repeated as the DUT accepts at a time, at most 128.
///
/// ## Procedure
///
/// - 1: Open a connection; register zeroed memory. Send a CmpSwap that compares with 0 and stores
///   0x0123456789ABCDEF; receive its response: PSN, MSN, original data. [ia-r09-atomic-repeats#01]
/// - 2: For each of 64 bits: send a CmpSwap that compares with that number with the bit inverted;
///   receive its response: PSN, MSN, and that number as original data. [ia-r09-atomic-repeats#01]
/// - 3: Send a CmpSwap that stores 0x7FFFFFFFFFFFFFFF, a FetchAdd of 1, and a CmpSwap that stores
///   0; receive each response: PSN, MSN, original data; verify the memory after each.
///   [ia-r09-atomic-repeats#02]
/// - 4: Open a connection; register memory. Send FetchAdds of different numbers; receive each
///   response: PSN, MSN, and the sum before it. [ia-r09-atomic-repeats#03]
/// - 5: Send the newest again, twice, and then each from the oldest on; receive for each an ATOMIC
///   Acknowledge with its PSN and its original data. [ia-r09-atomic-repeats#03]
/// - 6: Verify the sum in the memory. Send one more FetchAdd; receive its response: PSN, MSN, and
///   the sum before it. [ia-r09-atomic-repeats#03]
/// - 7: For addresses that are off by 1, 2, and 4 bytes: open a connection; register memory; send a
///   FetchAdd; receive an invalid request NAK with its PSN and MSN 0; verify that the memory is
///   unchanged. [ia-r09-atomic-repeats#04]
@Td(
    dut = DutKind.CA,
    needs = {Ability.NEW_QPS, Ability.RESPONDER},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_AtomicRepeats extends TransportTest {
  private static final long NUMBER = 0x0123456789ABCDEFL;
  private static final int MOST = 128;

  private final DutResponder responder = new DutResponder(tt());

  private int psn;
  private int msn;

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!RequestKind.FETCHADD.isServedBy(dut())) {
      leaveOutRest("the DUT has no atomics");
      closeRcChannel();
      return log().allPassed();
    }
    carryOutCase("single atomics", this::values);
    carryOutCase("repeated atomics", this::repeated);
    for (int off : List.of(1, 2, 4)) {
      carryOutOnce("off by " + off, () -> misaligned(off));
    }
    return log().allPassed();
  }

  private void begin() {
    psn = cc().startPsn();
    msn = 0;
  }

  private void values() throws TestException {
    step("1");
    begin();
    MemoryRegion region = memory().register();
    exchange(swap(region, 0, NUMBER), 0);
    step("2");
    for (int bit = 0; bit < Long.SIZE; bit++) {
      exchange(swap(region, NUMBER ^ 1L << bit, bit), NUMBER);
    }
    step("3");
    exchange(swap(region, NUMBER, Long.MAX_VALUE), NUMBER);
    memory().verifyNumber(region, 0, Long.MAX_VALUE);
    exchange(add(region, 1), Long.MAX_VALUE);
    memory().verifyNumber(region, 0, Long.MIN_VALUE);
    exchange(swap(region, Long.MIN_VALUE, 0), Long.MIN_VALUE);
    memory().verifyNumber(region, 0, 0);
  }

  private void repeated() throws TestException {
    step("4");
    FetchAdds adds = new FetchAdds(tt(), memory().register());
    int count = Math.min(MOST, dut().attributes().maxReadsAsTarget());
    for (int i = 0; i < count; i++) {
      adds.add(NUMBER + i);
    }
    step("5");
    adds.repeatNewest();
    adds.repeatNewest();
    adds.repeatAll();
    step("6");
    adds.verifySum();
    adds.add(1);
  }

  private void misaligned(int off) throws TestException {
    step("7");
    begin();
    MemoryRegion region = memory().register();
    transportTxPacket(add(region, NUMBER).set(AtomicEth.VA, region.address() + off), psn);
    responder.verifyNak(INVALID_REQUEST, psn, 0);
    memory().verify(region, 0, new byte[2 * Long.BYTES]);
  }

  private static PacketOut swap(MemoryRegion region, long compare, long swap) {
    return atomic(RC_CMPSWAP, region, swap).set(AtomicEth.CMP_DT, compare);
  }

  private static PacketOut add(MemoryRegion region, long number) {
    return atomic(RC_FETCHADD, region, number);
  }

  private static PacketOut atomic(OpCode opCode, MemoryRegion region, long number) {
    return PacketOut.atomic(opCode, region).set(AtomicEth.SWAP_DT, number);
  }

  private void exchange(PacketOut atomic, long original) throws TestException {
    transportTxPacket(atomic, psn);
    verifyOriginal(responder.verifyResponsePacket(RC_ATOMIC_ACK, psn, ++msn), original);
    psn = Psn.next(psn);
  }

  private void verifyOriginal(PacketIn answer, long expected) {
    checks().verifyOrigRemDt(answer, expected);
  }
}
