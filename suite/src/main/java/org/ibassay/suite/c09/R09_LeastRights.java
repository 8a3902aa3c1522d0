package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;
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

/// # Each kind of request needs its own access right and no other
///
/// - Section: 9.7.4.1.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-least-rights#01, ia-r09-least-rights#02, ia-r09-least-rights#03,
///   ia-r09-least-rights#04
///
/// A QP and a memory region that grant a single right serve the requests that need it. An RDMA
/// WRITE of several packets, or with immediate data, needs the same right as any other: without it
/// at the region the DUT answers with a remote access error NAK, without it at the QP with an
/// invalid request NAK.
///
/// ## Notes
///
/// - This test is the suite's own. R09_Access and R09_QpRights take away the right of requests of
///   one packet. Here all rights but one are taken away, and forms of RDMA WRITE follow that they
///   do not have.
/// - Memory that a peer may write to, or use for atomics, also has the Local Write right, without
///   which it cannot be registered.
/// - Atomics are omitted for a DUT without them.
///
/// ## Procedure
///
/// - 1: For RDMA WRITE, READ, CmpSwap, and FetchAdd: open a connection that grants this right only;
///   register memory that grants this right only.
/// - 2: Send the request; receive its response: PSN and MSN 1. [ia-r09-least-rights#01]
/// - 3: Verify that the memory holds the result. [ia-r09-least-rights#02]
/// - 4: For an RDMA WRITE of two packets, and for one of one packet with immediate data: open a
///   connection, send three valid RDMA WRITEs, and receive the ACK of each. Register memory without
///   the Remote Write right; post a receive. Send the first packet; receive a remote access error
///   NAK with its PSN, and an MSN that counts the requests before it. [ia-r09-least-rights#03]
/// - 5: Verify that the memory is unchanged, and that the QP is in the error state.
///   [ia-r09-least-rights#04]
/// - 6: As step 4, on a connection without the Remote Write right, on which three READs come first,
///   and with memory that grants all rights: receive an invalid request NAK.
///   [ia-r09-least-rights#03]
/// - 7: As step 5. [ia-r09-least-rights#04]
@Td(
    dut = DutKind.CA,
    needs = {Ability.NEW_QPS, Ability.RECEIVES},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_LeastRights extends TransportTest {
  private static final int IMMEDIATE = 0x55667788;

  private final DutResponder responder = new DutResponder(tt());

  @Override
  protected boolean initialize() throws TestException {
    super.initialize();
    closeRcChannel();
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : RequestKind.values()) {
      if (kind != RequestKind.SEND && kind.isServedBy(dut())) {
        AccessRights only = only(kind);
        connection().setRights(only);
        carryOutOnce(kind + " only", () -> granted(kind, only));
      }
    }
    for (boolean isLong : List.of(true, false)) {
      String form = isLong ? "WRITE of two packets" : "WRITE with immediate data";
      connection().setRights(AccessRights.ALL);
      carryOutOnce(form + ", region", () -> forbiddenByRegion(isLong));
      connection().setRights(AccessRights.ALL.withRemoteWrite(false));
      carryOutOnce(form + ", QP", () -> forbiddenByQp(isLong));
    }
    return log().allPassed();
  }

  private static AccessRights only(RequestKind kind) {
    return switch (kind) {
      case WRITE -> AccessRights.LOCAL.withRemoteWrite(true);
      case READ -> AccessRights.NONE.withRemoteRead(true);
      default -> AccessRights.LOCAL.withRemoteAtomic(true);
    };
  }

  private void granted(RequestKind kind, AccessRights only) throws TestException {
    step("1");
    int psn = cc().startPsn();
    MemoryRegion region = memory().register(only);
    step("2");
    transportTxPacket(responder.request(kind), psn);
    responder.verifyResponse(kind, psn, 1);
    step("3");
    if (kind.isAtomic()) {
      memory().verifyNumber(region, 0, DutResponder.NUMBER);
    } else {
      int bytes = cc().pmtu();
      memory().verify(region, 0, kind == RequestKind.WRITE ? pattern(bytes) : new byte[bytes]);
    }
  }

  private void forbiddenByRegion(boolean isLong) throws TestException {
    step("4");
    int psn = responder.lead(RequestKind.WRITE, DutResponder.LEAD);
    MemoryRegion region = memory().register(AccessRights.ALL.withRemoteWrite(false));
    work().postReceives(1, 1);
    transportTxPacket(firstOf(region, isLong), psn);
    responder.verifyNak(REMOTE_ACCESS_ERROR, psn, DutResponder.LEAD);
    step("5");
    verifyRefused(region);
  }

  private void forbiddenByQp(boolean isLong) throws TestException {
    step("6");
    int psn = responder.lead(RequestKind.READ, DutResponder.LEAD);
    MemoryRegion region = memory().register();
    work().postReceives(1, 1);
    transportTxPacket(firstOf(region, isLong), psn);
    responder.verifyNak(INVALID_REQUEST, psn, DutResponder.LEAD);
    step("7");
    verifyRefused(region);
  }

  private PacketOut firstOf(MemoryRegion region, boolean isLong) {
    return isLong
        ? responder.message(RequestKind.WRITE, region, pattern(2 * cc().pmtu())).getFirst()
        : responder
            .immediate(RequestKind.WRITE, region, pattern(cc().pmtu()), IMMEDIATE)
            .getFirst();
  }

  private void verifyRefused(MemoryRegion region) throws TestException {
    memory().verify(region, 0, new byte[cc().pmtu()]);
    work().verifyState(State.ERR);
  }
}
