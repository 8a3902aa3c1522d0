package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;

/// # The R_Key of deregistered memory opens nothing, and that of other memory still works
///
/// - Section: 10.6.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-deregistered#01, ia-r09-deregistered#02, ia-r09-deregistered#03,
///   ia-r09-deregistered#04
///
/// The DUT's host registers three memory regions and deregisters the second one. The first and the
/// third serve RDMA WRITEs and READs as before. A request with the R_Key of the second one is
/// answered with a remote access error NAK.
///
/// ## Notes
///
/// - This test is the suite's own. Each kind of request uses a separate connection.
/// - The tester has written to each region before, so that an adapter that caches keys has cached
///   all of them.
/// - A duplicate RDMA WRITE is acknowledged and not executed, so its R_Key need not be valid any
///   more.
/// - Atomics are omitted for a DUT without them.
///
/// ## Procedure
///
/// - 1: For RDMA WRITE, READ, and FetchAdd: open a connection; register three regions; send an RDMA
///   WRITE to each; receive the ACK of each: PSN and MSN. [ia-r09-deregistered#01]
/// - 2: Deregister the second region. Send an RDMA WRITE to and a READ of the first and the third
///   region; receive the responses: PSN and MSN. [ia-r09-deregistered#01]
/// - 3: Verify that both regions hold the data. [ia-r09-deregistered#01]
/// - 4: For RDMA WRITE: send the one of step 1 to the second region again, with its PSN; receive an
///   ACK: a PSN from its own to the newest. [ia-r09-deregistered#04]
/// - 5: Send the request with the R_Key and address of the second region; receive a remote access
///   error NAK with its PSN, and an MSN that counts the requests before it.
///   [ia-r09-deregistered#02]
/// - 6: Verify that the QP is in the error state. [ia-r09-deregistered#03]
@Td(
    dut = DutKind.CA,
    needs = {Ability.NEW_QPS, Ability.MEMORY},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_Deregistered extends TransportTest {
  private static final int BYTES = 16;
  private static final int SIZE = 5000;

  /// Index of the RDMA WRITE to the second region.
  private static final int SECOND = 1;

  private final DutResponder responder = new DutResponder(tt());

  private int requests;

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : List.of(RequestKind.WRITE, RequestKind.READ, RequestKind.FETCHADD)) {
      if (kind.isServedBy(dut())) {
        carryOutOnce(kind.name(), () -> procedure(kind));
      }
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind) throws TestException {
    step("1");
    requests = 0;
    MemoryRegion first = memory().register(AccessRights.ALL, SIZE);
    MemoryRegion second = memory().register(AccessRights.ALL, SIZE);
    MemoryRegion third = memory().register(AccessRights.ALL, SIZE);
    for (MemoryRegion region : List.of(first, second, third)) {
      exchange(PacketOut.write(region, new byte[BYTES]), RC_ACK);
    }
    step("2");
    memory().free(second);
    for (MemoryRegion region : List.of(first, third)) {
      exchange(PacketOut.write(region, pattern(BYTES)), RC_ACK);
      exchange(PacketOut.read(region, BYTES), RC_RDMA_READ_RESP_ONLY);
    }
    step("3");
    memory().verify(first, 0, pattern(BYTES));
    memory().verify(third, 0, pattern(BYTES));
    if (kind == RequestKind.WRITE) {
      step("4");
      repeat(second);
    }
    step("5");
    transportTxPacket(request(kind, second), cc().psn(requests));
    responder.verifyNak(REMOTE_ACCESS_ERROR, cc().psn(requests), requests);
    step("6");
    work().verifyState(State.ERR);
  }

  private void repeat(MemoryRegion region) throws TestException {
    transportTxPacket(PacketOut.write(region, pattern(BYTES)), cc().psn(SECOND));
    responder.verifyAcknowledgedAgain(cc().psn(SECOND), cc().psn(requests - 1));
  }

  private static PacketOut request(RequestKind kind, MemoryRegion region) {
    return switch (kind) {
      case READ -> PacketOut.read(region, BYTES);
      case FETCHADD -> PacketOut.atomic(OpCode.RC_FETCHADD, region);
      default -> PacketOut.write(region, pattern(BYTES));
    };
  }

  private void exchange(PacketOut request, OpCode response) throws TestException {
    int psn = Psn.add(cc().startPsn(), requests);
    transportTxPacket(request, psn);
    requests++;
    responder.verifyResponsePacket(response, psn, requests);
  }
}
