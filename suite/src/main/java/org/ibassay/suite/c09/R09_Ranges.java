package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Reth;

/// # A request accesses exactly the bytes that its VA and length specify
///
/// - Section: 9.7.4.1.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-ranges#01, ia-r09-ranges#02, ia-r09-ranges#03
///
/// The tester writes and reads parts of a region that begin and end within its pages: the bytes are
/// stored and read at their addresses, and no others change. A range that starts near the top of
/// the address space and would end beyond 2^64 lies in no region: the DUT answers it with a NAK.
///
/// ## Notes
///
/// - This test is the suite's own. Adapters with their own page table have been seen to access one
///   page too many, and adapters that add VA and length have been seen to accept a wrapped range.
///
/// ## Procedure
///
/// - 1: For each range: open a connection; register memory of several pages, and fill it with
///   zeros.
/// - 2: Send a WRITE of the range; receive its ACK; verify the whole memory. [ia-r09-ranges#01]
/// - 3: Send a READ of the range; receive its one-packet response; verify its data.
///   [ia-r09-ranges#02]
/// - 4: For WRITE and READ: open a connection; register memory; send a request with VA
///   0xFFFFFFFFFFFFFFF0 and length 64; receive a remote access error NAK; verify that the memory is
///   unchanged. [ia-r09-ranges#03]
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.RENEWAL},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_Ranges extends TransportTest {
  private static final int PAGE = 4096;
  private static final int BYTES = 64;
  private static final long NEARLY_ALL = -16;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (int at : List.of(8, PAGE - BYTES / 2, PAGE + 1, 2 * PAGE - BYTES, 3 * PAGE - 3)) {
      carryOutOnce("at " + at, () -> procedure(at));
    }
    carryOutOnce("WRITE beyond 2^64", () -> wraps(RequestKind.WRITE));
    if (RequestKind.READ.isServedBy(dut())) {
      carryOutOnce("READ beyond 2^64", () -> wraps(RequestKind.READ));
    }
    return log().allPassed();
  }

  private void procedure(int at) throws TestException {
    step("1");
    MemoryRegion region = memory().register(AccessRights.ALL, 4L * PAGE);
    byte[] data = pattern(BYTES);
    byte[] all = new byte[4 * PAGE];
    System.arraycopy(data, 0, all, at, BYTES);
    step("2");
    transportTxPacket(
        PacketOut.write(region, data).set(Reth.VA, region.address() + at), cc().psn(0));
    responder.verifyResponse(RequestKind.WRITE, cc().psn(0), 1);
    memory().verify(region, 0, all);
    step("3");
    if (!dut().lets(Ability.READS)) {
      return;
    }
    transportTxPacket(
        PacketOut.read(region, BYTES).set(Reth.VA, region.address() + at), cc().psn(1));
    PacketIn packetIn = responder.verifyResponsePacket(RC_RDMA_READ_RESP_ONLY, cc().psn(1), 2);
    checks().verifyPayload(packetIn, data);
  }

  private void wraps(RequestKind kind) throws TestException {
    step("4");
    MemoryRegion region = memory().register();
    PacketOut request =
        kind == RequestKind.WRITE
            ? PacketOut.write(region, pattern(BYTES))
            : PacketOut.read(region, BYTES);
    transportTxPacket(request.set(Reth.VA, NEARLY_ALL), cc().psn(0));
    responder.verifyNak(REMOTE_ACCESS_ERROR, cc().psn(0), 0);
    memory().verify(region, 0, new byte[BYTES]);
  }
}
