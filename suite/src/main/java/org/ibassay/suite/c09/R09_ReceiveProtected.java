package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.Syndrome.Nak.REMOTE_OPERATIONAL_ERROR;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.AccessRights;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;

/// # A receive into memory without Local Write is a remote operational error
///
/// - Section: 9.9.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-receive-protected#01, ia-r09-receive-protected#02,
///   ia-r09-receive-protected#03
///
/// The DUT has posted a receive into memory without the Local Write right, and the tester sends a
/// SEND. Because the SEND itself is valid, the DUT answers with a remote operational error NAK,
/// writes nothing, completes the receive in error, and moves the QP to the error state.
///
/// ## Notes
///
/// - This test is the suite's own. The verbs name a malformed receive request and a QP error of the
///   responder as causes of a remote operational error.
/// - Any error status of the receive is accepted: that of Linux differs from that of the verbs.
///
/// ## Procedure
///
/// - 1: Open a connection, register memory without Local Write, and post a receive of PMTU there.
/// - 2: Send a SEND Only of PMTU.
/// - 3: Receive a remote operational error NAK with its PSN and MSN 0.
///   [ia-r09-receive-protected#01]
/// - 4: Verify that the memory is unchanged. [ia-r09-receive-protected#02]
/// - 5: Verify that the QP is in the error state, and that the receive completed in error.
///   [ia-r09-receive-protected#03]
/// - 6: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.MEMORY, effect = Effect.READS, parameters = START_PSN)
public final class R09_ReceiveProtected extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register(AccessRights.NONE);
    work().postReceive(1, region.slice(0, cc().pmtu()));
    step("2");
    transportTxPacket(responder.request(RequestKind.SEND), cc().startPsn());
    step("3");
    responder.verifyNak(REMOTE_OPERATIONAL_ERROR, cc().startPsn(), 0);
    step("4");
    memory().verify(region, 0, new byte[cc().pmtu()]);
    step("5");
    work().verifyState(State.ERR);
    List<Completion> completions = work().pollReceives(1);
    verify(
        0,
        completions.size() == 1 && completions.getFirst().status() != Completion.Status.SUCCESS,
        () -> "one completion in error",
        () -> DutWork.shown(completions));
    step("6");
  }
}
