package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Reth;

/// # Every bit of an R_Key, a virtual address, and a length counts
///
/// - Section: 9.7.4.1.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-address-bits#01, ia-r09-address-bits#02, ia-r09-address-bits#03
///
/// The tester sends RDMA WRITEs, READs, and atomics in which one bit of a valid R_Key or virtual
/// address is inverted, and READs whose DMALen has one more bit set. Each accesses memory outside
/// the region. The DUT answers each with a remote access error NAK and writes nothing.
///
/// ## Notes
///
/// - This test is the suite's own. R_Key 0 is tried, too. R09_Access inverts the whole R_Key and
///   leaves the region by one byte.
/// - READs are omitted for a DUT without them, as are CmpSwap and FetchAdd.
/// - Each case uses a separate connection, on which three valid RDMA WRITEs come before it.
/// - In an RDMA WRITE, each of the 32 bits of the R_Key is inverted, and bits 17 to 63 of the
///   virtual address: a region has at most 64 KiB. In a READ or atomic, bits 0 to 8, 15, 23, and 31
///   of the R_Key are, and bits 17, 31, 32, 47, 48, and 63 of the virtual address.
/// - An R_Key with one bit inverted may be that of another region of the DUT's host. The virtual
///   address is not in that region.
///
/// ## Procedure
///
/// - 1: For each bit: open a connection, send three valid RDMA WRITEs, and receive the ACK of each;
///   register memory.
/// - 2: Send the request. Receive a remote access error NAK with its PSN, and an MSN that counts
///   the requests before it. [ia-r09-address-bits#01]
/// - 3: Verify that the memory is unchanged. [ia-r09-address-bits#02]
/// - 4: Verify that the QP is in the error state. [ia-r09-address-bits#03]
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_AddressBits extends TransportTest {
  private static final int BYTES = 8;
  private static final List<Integer> ALL_KEY_BITS = bits(0, Integer.SIZE);
  private static final List<Integer> ALL_ADDRESS_BITS = bits(17, Long.SIZE);
  private static final List<Integer> KEY_BITS = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 15, 23, 31);
  private static final List<Integer> ADDRESS_BITS = List.of(17, 31, 32, 47, 48, 63);
  private static final List<Integer> LENGTH_BITS = List.of(17, 20, 23, 24, 27, 28, 30);

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    keys("", ALL_KEY_BITS, R09_AddressBits::write, Reth.R_KEY);
    addresses("", ALL_ADDRESS_BITS, R09_AddressBits::write, Reth.VA);
    if (RequestKind.READ.isServedBy(dut())) {
      for (int bit : LENGTH_BITS) {
        carryOutOnce(
            "DMALen bit " + bit, () -> procedure(r -> PacketOut.read(r, BYTES + (1L << bit))));
      }
      keys("READ, ", KEY_BITS, R09_AddressBits::read, Reth.R_KEY);
      addresses("READ, ", ADDRESS_BITS, R09_AddressBits::read, Reth.VA);
    }
    for (RequestKind kind : List.of(RequestKind.CMPSWAP, RequestKind.FETCHADD)) {
      if (kind.isServedBy(dut())) {
        keys(kind + ", ", KEY_BITS, _ -> responder.request(kind), AtomicEth.R_KEY);
        addresses(kind + ", ", ADDRESS_BITS, _ -> responder.request(kind), AtomicEth.VA);
      }
    }
    return log().allPassed();
  }

  private void keys(
      String what, List<Integer> bits, Function<MemoryRegion, PacketOut> request, Field key)
      throws TestException {
    for (int bit : bits) {
      carryOutOnce(
          what + "R_Key bit " + bit,
          () -> procedure(r -> request.apply(r).set(key, (r.rkey() ^ 1L << bit) & 0xFFFF_FFFFL)));
    }
    carryOutOnce(
        what + "R_Key 0", () -> procedure(r -> request.apply(r).set(key, r.rkey() == 0 ? 1 : 0)));
  }

  private void addresses(
      String what, List<Integer> bits, Function<MemoryRegion, PacketOut> request, Field va)
      throws TestException {
    for (int bit : bits) {
      carryOutOnce(
          what + "VA bit " + bit,
          () -> procedure(r -> request.apply(r).set(va, r.address() ^ 1L << bit)));
    }
  }

  private static PacketOut read(MemoryRegion region) {
    return PacketOut.read(region, BYTES);
  }

  private static List<Integer> bits(int first, int end) {
    return IntStream.range(first, end).boxed().toList();
  }

  private static PacketOut write(MemoryRegion region) {
    return PacketOut.write(region, pattern(BYTES));
  }

  private void procedure(Function<MemoryRegion, PacketOut> request) throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, DutResponder.LEAD);
    MemoryRegion region = memory().register();
    step("2");
    transportTxPacket(request.apply(region), psn);
    responder.verifyNak(REMOTE_ACCESS_ERROR, psn, DutResponder.LEAD);
    step("3");
    memory().verify(region, 0, new byte[(int) region.bytes()]);
    step("4");
    work().verifyState(State.ERR);
  }
}
