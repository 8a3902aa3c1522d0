package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.UcTest;
import org.ibassay.wire.Field;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Reth;

/// # An RDMA WRITE without access rights is silently dropped
///
/// - Section: 9.8.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-uc-access#01, ia-uc-access#02, ia-uc-access#03, ia-uc-access#04
///
/// The tester sends RDMA WRITEs with immediate data that the DUT must not execute: with an R_Key
/// that was never issued, beyond either end of the region, to a region or QP without the right, or
/// to a region of another protection domain. The DUT writes nothing, completes nothing, and does
/// not respond; the QP stays operational. Every bit of an R_Key and of a virtual address counts.
///
/// ## Notes
///
/// - This test is the suite's own. The WRITEs have one packet or three: a message without access
///   rights is invalid from its first packet on.
/// - The rights of a zero-length WRITE are not tested.
/// - An R_Key with one bit inverted may be that of another region of the DUT's host. The virtual
///   address is not in that region.
///
/// ## Procedure
///
/// - 1: For each case: open a connection; register memory; post two receives.
/// - 2: Send the WRITE.
/// - 3: Verify that no packet is received and that no receive completes with success.
///   [ia-uc-access#01]
/// - 4: Verify that the memory is unchanged. [ia-uc-access#02]
/// - 5: Verify that the QP is in RTS; send a SEND Only; verify that it completes the next receive
///   with its data. [ia-uc-access#03]
/// - 6: Open a connection; register memory; post two receives. Send WRITEs of one packet with each
///   of the 32 bits of the R_Key inverted, and with each of bits 17 to 63 of the virtual address.
///   Then verify as in steps 3 to 5. [ia-uc-access#04]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class W09_Access extends UcTest {
  private final UcReceiver receiver = new UcReceiver(tt());

  private static final AccessRights READABLE = new AccessRights(true, false, true, false);
  private static final long MASK = 0xFFFF_FFFFL;

  /// A region has at most 64 KiB.
  private static final int FIRST_VA_BIT = 17;

  private int length;

  private interface Fault {
    PacketOut in(PacketOut first, MemoryRegion region);
  }

  @Override
  public boolean execute() throws TestException {
    AccessRights all = AccessRights.ALL;
    cases("unknown R_Key", all, (first, region) -> first.set(Reth.R_KEY, ~region.rkey() & MASK));
    cases("another R_Key", all, (first, region) -> first.set(Reth.R_KEY, region.rkey() ^ 1));
    cases(
        "one byte beyond the end",
        all,
        (first, region) -> first.set(Reth.VA, region.address() + region.bytes() - length + 1));
    cases("one byte too early", all, (first, region) -> first.set(Reth.VA, region.address() - 1));
    cases("a region without Remote Write", READABLE, (first, _) -> first);
    if (dut().can(Ability.EXTENDED)) {
      carryOut("a region of another protection domain", this::elsewhere);
    }
    carryOut("each bit", this::eachBit);
    connection().setRights(READABLE);
    cases("a QP without Remote Write", all, (first, _) -> first);
    return log().allPassed();
  }

  private void cases(String which, AccessRights rights, Fault fault) throws TestException {
    for (int bytes : List.of(UcReceiver.SHORT, 2 * dut().pathMtu() + 1)) {
      length = bytes;
      carryOut(which + ", " + counted(bytes, "byte"), () -> procedure(rights, fault));
    }
  }

  /// Invalid messages do not end the QP, so that one connection serves for all.
  private void eachBit() throws TestException {
    step("6");
    MemoryRegion region = memory().register();
    receiver.begin(2, UcReceiver.SHORT);
    for (int bit = 0; bit < Integer.SIZE; bit++) {
      receiver.send(inverted(region, Reth.R_KEY, bit));
    }
    for (int bit = FIRST_VA_BIT; bit < Long.SIZE; bit++) {
      receiver.send(inverted(region, Reth.VA, bit));
    }
    receiver.verifyDropped();
    memory().verify(region, 0, new byte[(int) region.bytes()]);
    receiver.verifyServes();
  }

  private PacketOut inverted(MemoryRegion region, Field field, int bit) throws TestException {
    return receiver
        .immediate(RequestKind.WRITE, region, pattern(UcReceiver.SHORT))
        .getFirst()
        .invert(Header.RETH, field, bit);
  }

  private void elsewhere() throws TestException {
    length = UcReceiver.SHORT;
    step("1");
    procedure(memory().registerElsewhere(AccessRights.ALL), (first, _) -> first);
  }

  private void procedure(AccessRights rights, Fault fault) throws TestException {
    step("1");
    procedure(memory().register(rights), fault);
  }

  private void procedure(MemoryRegion region, Fault fault) throws TestException {
    receiver.begin(2, UcReceiver.SHORT);
    step("2");
    List<PacketOut> message = receiver.immediate(RequestKind.WRITE, region, pattern(length));
    fault.in(message.getFirst(), region);
    receiver.send(message);
    step("3");
    receiver.verifyDropped();
    step("4");
    memory().verify(region, 0, new byte[(int) region.bytes()]);
    step("5");
    receiver.verifyServes();
  }
}
