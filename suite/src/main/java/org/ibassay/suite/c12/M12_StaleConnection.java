package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectRequest;

/// # A REQ for a peer QP that is already connected is rejected as stale
///
/// - Section: 12.9.8.3
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-stale-connection#01, ia-cm-stale-connection#02, ia-cm-stale-connection#03,
///   ia-cm-stale-connection#04
///
/// The tester establishes a connection, and then sends a REQ with another Communication ID for the
/// same QP of its own, as if it had restarted. The DUT rejects it with reason 10 (stale
/// connection). A REQ for another QP is accepted.
///
/// ## Notes
///
/// - This test is the suite's own. What happens to the existing connection is not tested: the DUT
///   may send DREQ.
///
/// ## Procedure
///
/// - 1: Establish a connection; send an RDMA WRITE; verify that it is acknowledged.
///   [ia-cm-stale-connection#01]
/// - 2: Send REQ with another Communication ID, and the same Local CA GUID and Local QPN; verify
///   that REJ is received, Reason 10. [ia-cm-stale-connection#02]
/// - 3: Verify Message REJected 0, REQ, and that Remote Communication ID is that of this REQ.
///   [ia-cm-stale-connection#03]
/// - 4: Send REQ with another Local QPN as well; verify that REP is received.
///   [ia-cm-stale-connection#04]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_StaleConnection extends CmTest {
  private static final int STALE_CONNECTION = 10;

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    CmCall standing = calls().toService();
    step("1");
    standing.establish();
    standing.verifyServes();
    CmCall again = calls().toService();
    again.request().set(ConnectRequest.LOCAL_QPN, standing.qpn());
    step("2");
    again.ask();
    CmIn rej = again.receive(ConnectReject.ATTRIBUTE);
    checks().verify(rej, ConnectReject.REASON, STALE_CONNECTION);
    step("3");
    checks().verify(rej, ConnectReject.MESSAGE_REJECTED, 0);
    checks().verify(rej, CmMessage.REMOTE_ID, again.localId());
    step("4");
    calls().toService().askAndReceive();
  }
}
