package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_CMPSWAP;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.AtomicEth;

/// # Atomics operate on all 64 bits
///
/// - Section: 9.4.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: a DUT with atomics
/// - Assertions: ia-r09-atomics#01, ia-r09-atomics#02
///
/// CmpSwaps whose compare value differs from memory in the first bit, the last bit, or a bit next
/// to the middle do not swap; one with an equal value does. FetchAdds carry from the lower half
/// into the upper half and wrap around at 2^64. Each returns the original value.
///
/// ## Notes
///
/// - This test is the suite's own. The test does not apply to a DUT without atomics.
/// - Memory starts as 0; atomics set all later values. Their bytes are in the order of the DUT's
///   processor; where an older agent does not report that order, either is accepted.
///
/// ## Procedure
///
/// - 1: Open a connection and register memory.
/// - 2: Send, one after another: a CmpSwap that compares with 0, the current value, and swaps in
///   0x0123456789ABCDEF; CmpSwaps whose compare value differs from that number in bit 0, 31, 32, or
///   63; one with an equal compare value, which swaps in 0xFFFFFFFF; FetchAdds of 1, of
///   0xFFFFFFFF00000000, of 0xFFFFFFFFFFFFFFFF, and of 2.
/// - 3: Receive the response to each: PSN, MSN, and the original value. [ia-r09-atomics#01]
/// - 4: Verify after each that the DUT's memory holds the expected value. [ia-r09-atomics#02]
/// - 5: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.MEMORY, effect = Effect.READS, parameters = START_PSN)
public final class R09_Atomics extends TransportTest {
  private static final long LOW_HALF = 0xFFFFFFFFL;
  private static final long HIGH_HALF = ~LOW_HALF;

  private final DutResponder responder = new DutResponder(tt());

  /// @param compare of a CmpSwap
  /// @param before value in memory before the atomic
  /// @param after expected value in memory after it
  private record Atomic(boolean swaps, long compare, long operand, long before, long after) {
    static Atomic swap(long compare, long swap, long before) {
      return new Atomic(true, compare, swap, before, compare == before ? swap : before);
    }

    static Atomic add(long operand, long before) {
      return new Atomic(false, 0, operand, before, before + operand);
    }

    @Override
    public String toString() {
      return swaps
          ? "CmpSwap of 0x%016X with 0x%016X in memory, request".formatted(compare, before)
          : "FetchAdd of 0x%016X to 0x%016X, request".formatted(operand, before);
    }
  }

  private static final List<Atomic> ATOMICS =
      List.of(
          Atomic.swap(0, DutResponder.NUMBER, 0),
          Atomic.swap(DutResponder.NUMBER ^ 1, ~DutResponder.NUMBER, DutResponder.NUMBER),
          Atomic.swap(DutResponder.NUMBER ^ (1L << 31), ~DutResponder.NUMBER, DutResponder.NUMBER),
          Atomic.swap(DutResponder.NUMBER ^ (1L << 32), ~DutResponder.NUMBER, DutResponder.NUMBER),
          Atomic.swap(DutResponder.NUMBER ^ (1L << 63), ~DutResponder.NUMBER, DutResponder.NUMBER),
          Atomic.swap(DutResponder.NUMBER, LOW_HALF, DutResponder.NUMBER),
          Atomic.add(1, LOW_HALF),
          Atomic.add(HIGH_HALF, LOW_HALF + 1),
          Atomic.add(-1, 0),
          Atomic.add(2, -1));

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (!RequestKind.CMPSWAP.isServedBy(dut())) {
      leaveOutRest("the DUT has no atomics");
      closeRcChannel();
      return log().allPassed();
    }
    carryOutCase("", this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    for (int i = 0; i < ATOMICS.size(); i++) {
      int index = i;
      at(ATOMICS.get(i).toString(), i, () -> carryOut(region, index));
    }
    step("5");
  }

  private void carryOut(MemoryRegion region, int index) throws TestException {
    Atomic atomic = ATOMICS.get(index);
    int psn = cc().psn(index);
    step("2");
    transportTxPacket(packet(region, atomic), psn);
    step("3");
    RequestKind kind = atomic.swaps ? RequestKind.CMPSWAP : RequestKind.FETCHADD;
    checks().verifyOrigRemDt(responder.verifyResponse(kind, psn, index + 1), atomic.before);
    step("4");
    memory().verifyNumber(region, 0, atomic.after);
  }

  private PacketOut packet(MemoryRegion region, Atomic atomic) {
    PacketOut packetOut =
        PacketOut.atomic(atomic.swaps ? RC_CMPSWAP : RC_FETCHADD, region)
            .set(AtomicEth.SWAP_DT, atomic.operand);
    return atomic.swaps ? packetOut.set(AtomicEth.CMP_DT, atomic.compare) : packetOut;
  }
}
