package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutResponder.LEAD;
import static org.ibassay.wire.packet.Syndrome.Nak.INVALID_REQUEST;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;

/// # A request that the QP does not allow is invalid, whatever the memory region allows
///
/// - Section: 9.7.4.1.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-qp-rights#01, ia-r09-qp-rights#02, ia-r09-qp-rights#03
///
/// The tester sends RDMA WRITEs, READs, and atomics to a QP that allows all of them but the one
/// that is sent; the memory region allows all access. Each is answered with an invalid request NAK,
/// changes nothing, and moves the QP to the error state.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection, on which its request is
///   the first; and another one, for the first START_PSN, on which three valid requests precede it:
///   RDMA WRITEs, or READs where WRITEs are forbidden.
/// - The verbs list an operation that the receive queue does not support, because of the QP's
///   access flags, among the causes of a remote invalid request error; a remote access error
///   concerns the buffer.
/// - Atomics are omitted for a DUT without them.
///
/// ## Procedure
///
/// - 1: For RDMA WRITE, RDMA READ, CmpSwap, and FetchAdd: open a connection whose QP has all rights
///   but this one, send the preceding requests and receive each response, and register memory with
///   all rights.
/// - 2: Send the request.
/// - 3: Receive an invalid request NAK with its PSN, and an MSN that counts the requests before it.
///   [ia-r09-qp-rights#01]
/// - 4: Verify that the memory is unchanged. [ia-r09-qp-rights#02]
/// - 5: Verify that the QP is in the error state. [ia-r09-qp-rights#03]
/// - 6: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.NEW_QPS, Ability.RESPONDER},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_QpRights extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  @Override
  protected boolean initialize() throws TestException {
    super.initialize();
    closeRcChannel();
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    AccessRights all = AccessRights.ALL;
    forbidden(RequestKind.WRITE, all.withRemoteWrite(false));
    forbidden(RequestKind.READ, all.withRemoteRead(false));
    if (RequestKind.CMPSWAP.isServedBy(dut())) {
      forbidden(RequestKind.CMPSWAP, all.withRemoteAtomic(false));
      forbidden(RequestKind.FETCHADD, all.withRemoteAtomic(false));
    }
    return log().allPassed();
  }

  private void forbidden(RequestKind kind, AccessRights rights) throws TestException {
    connection().setRights(rights);
    carryOutCase(kind.name(), () -> procedure(kind, 0));
    carryOutOnce(kind + ", later", () -> procedure(kind, LEAD));
  }

  private void procedure(RequestKind kind, int before) throws TestException {
    step("1");
    boolean mayWrite = kind != RequestKind.WRITE;
    int psn = responder.lead(mayWrite ? RequestKind.WRITE : RequestKind.READ, before);
    MemoryRegion region = memory().register();
    step("2");
    transportTxPacket(responder.request(kind), psn);
    step("3");
    responder.verifyNak(INVALID_REQUEST, psn, before);
    step("4");
    memory().verify(region, 0, new byte[cc().pmtu()]);
    step("5");
    work().verifyState(State.ERR);
    step("6");
  }
}
