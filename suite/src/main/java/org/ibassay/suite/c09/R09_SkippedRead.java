package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import org.ibassay.link.upper.Ability;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;

/// # An acknowledge of a later request does not complete a READ
///
/// - Section: 9.7.5.1.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-skipped-read#01, ia-r09-skipped-read#02
///
/// The DUT posts a READ or an atomic, and a SEND. The tester acknowledges only the SEND. The DUT
/// retries the first request and completes neither before the data of the first has been received.
///
/// ## Notes
///
/// - This test is the suite's own. A response acknowledges preceding SENDs and RDMA WRITEs, but not
///   READs and atomics, whose data would be missing.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with ACK timeout 16 (268 ms) and Retry Count 3.
///
/// ## Procedure
///
/// - 1: For a READ of three packets and for each atomic, unless the DUT lacks it: open a connection
///   and register memory. The DUT posts the request and a SEND; receive both.
///   [ia-r09-skipped-read#01]
/// - 2: Send an ACK with the SEND's PSN; receive the first request again: PSN, address, and length
///   or operands. [ia-r09-skipped-read#01]
/// - 3: Poll the DUT's send queue; verify that nothing has completed. [ia-r09-skipped-read#02]
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_SkippedRead extends TransportTest {
  private final DutRequester requester = new DutRequester(tt());

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(DutRequester.SENDS_AGAIN);
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : RequestKind.values()) {
      if (!kind.mayBeCoalesced() && kind.isServedBy(dut())) {
        carryOutCase(kind.name(), () -> procedure(kind));
      }
    }
    return log().allPassed();
  }

  private void procedure(RequestKind kind) throws TestException {
    int psn = cc().psn(0);
    step("1");
    requester.registerData();
    requester.post(kind, 1);
    requester.verifyRequest(kind, psn, 0);
    requester.postShortSend(2);
    PacketIn send = expect(RC_SEND_ONLY, DutRequester.after(psn, kind));
    step("2");
    requester.respond(RC_ACK, send.psn(), 2);
    requester.verifyRequest(kind, psn, 0);
    step("3");
    work().verifyNone(work().pollSends(0));
  }
}
