package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.c09.DutResponder.LEAD;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_ACCESS_ERROR;

import java.util.LinkedHashMap;
import java.util.Map;
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
import org.ibassay.wire.packet.AtomicEth;

/// # Memory of another protection domain is neither read nor written
///
/// - Section: 10.2.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-protection-domain#01, ia-r09-protection-domain#02,
///   ia-r09-protection-domain#03
///
/// The tester sends an RDMA WRITE Only and First, a READ, and an atomic with the R_Key of a region
/// that allows all access but belongs to another protection domain than the QP. Each is answered
/// with a remote access error NAK, changes nothing, and moves the QP to the error state.
///
/// ## Notes
///
/// - This test is the suite's own. Each case uses a separate connection, on which three valid RDMA
///   WRITEs to memory in the QP's own domain precede the request.
/// - Atomics are omitted for a DUT without them.
///
/// ## Procedure
///
/// - 1: For each case: open a connection, send three valid RDMA WRITEs, and receive the ACK of
///   each. Register memory in another protection domain, with all rights.
/// - 2: Send the request.
/// - 3: Receive a remote access error NAK with its PSN, and an MSN that counts the requests before
///   it. [ia-r09-protection-domain#01]
/// - 4: Verify that the memory is unchanged. [ia-r09-protection-domain#02]
/// - 5: Verify that the QP is in the error state. [ia-r09-protection-domain#03]
/// - 6: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {Ability.WRITES, Ability.RENEWAL, Ability.EXTENDED},
    effect = Effect.CHANGES,
    parameters = START_PSN)
public final class R09_ProtectionDomain extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  private interface Request {
    PacketOut on(MemoryRegion region);
  }

  @Override
  public boolean execute() throws TestException {
    Map<String, Request> cases = new LinkedHashMap<>();
    cases.put("WRITE", region -> PacketOut.write(region, pattern(cc().pmtu())));
    cases.put(
        "WRITE First",
        region ->
            responder.message(RequestKind.WRITE, region, pattern(2 * cc().pmtu())).getFirst());
    if (RequestKind.READ.isServedBy(dut())) {
      cases.put("READ", region -> PacketOut.read(region, cc().pmtu()));
    }
    if (RequestKind.FETCHADD.isServedBy(dut())) {
      cases.put(
          "FetchAdd",
          region ->
              PacketOut.atomic(RC_FETCHADD, region).set(AtomicEth.SWAP_DT, DutResponder.NUMBER));
    }
    for (Map.Entry<String, Request> one : cases.entrySet()) {
      carryOutOnce(one.getKey(), () -> procedure(one.getValue()));
    }
    return log().allPassed();
  }

  private void procedure(Request request) throws TestException {
    step("1");
    int psn = responder.lead(RequestKind.WRITE, LEAD);
    MemoryRegion region = memory().registerElsewhere(AccessRights.ALL);
    step("2");
    transportTxPacket(request.on(region), psn);
    step("3");
    responder.verifyNak(REMOTE_ACCESS_ERROR, psn, LEAD);
    step("4");
    memory().verify(region, 0, new byte[cc().pmtu()]);
    step("5");
    work().verifyState(State.ERR);
    step("6");
  }
}
