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
import org.ibassay.wire.packet.Psn;

/// # An acknowledge of a later request does not complete a READ
///
/// - Section: 9.7.5.1.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-skipped-read#01, ia-r09-skipped-read#02
///
/// The DUT posts a READ and a SEND. The tester acknowledges only the SEND. The DUT retries the READ
/// and completes neither request before the READ data has been received.
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
/// - 1: Register memory. The DUT posts a READ of three packets and a SEND; receive both.
///   [ia-r09-skipped-read#01]
/// - 2: Send an ACK with the SEND's PSN; receive the READ request again: PSN, address, and length.
///   [ia-r09-skipped-read#01]
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
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    int psn = cc().psn(0);
    step("1");
    requester.registerData();
    requester.post(RequestKind.READ, 1);
    requester.verifyRequest(RequestKind.READ, psn, 0);
    requester.postShortSend(2);
    PacketIn send = expect(RC_SEND_ONLY, Psn.add(psn, DutRequester.PACKETS));
    step("2");
    requester.respond(RC_ACK, send.psn(), 2);
    requester.verifyRequest(RequestKind.READ, psn, 0);
    step("3");
    work().verifyNone(work().pollSends(0));
  }
}
