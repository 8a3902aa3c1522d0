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
import org.ibassay.wire.packet.Reth;

/// # Every bit of an R_Key, a virtual address, and a length counts
///
/// - Section: 9.7.4.1.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-address-bits#01, ia-r09-address-bits#02, ia-r09-address-bits#03
///
/// The tester sends RDMA WRITEs in which one bit of a valid R_Key or virtual address is inverted,
/// and READs whose DMALen has one more bit set. Each accesses memory outside the region. The DUT
/// answers each with a remote access error NAK and writes nothing.
///
/// ## Notes
///
/// - This test is the suite's own. R_Key 0 is tried, too. R09_Access inverts the whole R_Key and
///   leaves the region by one byte.
/// - Each case uses a separate connection, on which three valid RDMA WRITEs come before it.
/// - All 32 bits of the R_Key are inverted. Of the virtual address, bits 17 to 63 are: a region has
///   at most 64 KiB.
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
  private static final List<Integer> LENGTH_BITS = List.of(17, 20, 23, 24, 27, 28, 30);

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (int bit : IntStream.range(0, Integer.SIZE).toArray()) {
      carryOutOnce(
          "R_Key bit " + bit,
          () -> procedure(r -> write(r).set(Reth.R_KEY, (r.rkey() ^ 1L << bit) & 0xFFFF_FFFFL)));
    }
    carryOutOnce("R_Key 0", () -> procedure(r -> write(r).set(Reth.R_KEY, r.rkey() == 0 ? 1 : 0)));
    for (int bit : IntStream.range(17, Long.SIZE).toArray()) {
      carryOutOnce(
          "VA bit " + bit, () -> procedure(r -> write(r).set(Reth.VA, r.address() ^ 1L << bit)));
    }
    if (RequestKind.READ.isServedBy(dut())) {
      for (int bit : LENGTH_BITS) {
        carryOutOnce(
            "DMALen bit " + bit, () -> procedure(r -> PacketOut.read(r, BYTES + (1L << bit))));
      }
    }
    return log().allPassed();
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
