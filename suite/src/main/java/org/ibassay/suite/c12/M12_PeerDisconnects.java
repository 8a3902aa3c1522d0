package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.link.upper.ConnectionStatus.State;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.DutCall;
import org.ibassay.suite.DutCallTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.DisconnectReply;

/// # DREQ from the peer ends a connection that the DUT requested
///
/// - Section: 12.6.10
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-peer-disconnects#01, ia-cm-peer-disconnects#02, ia-cm-peer-disconnects#03,
///   ia-cm-peer-disconnects#04, ia-cm-peer-disconnects#05
///
/// The tester ends a connection that the DUT requested. The DUT answers with DREP, notifies its
/// application, and its QP stops responding. A repeated DREQ is answered again.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester.
///
/// ## Procedure
///
/// - 1: Establish a connection that the DUT requests; send DREQ; verify that DREP is received.
///   [ia-cm-peer-disconnects#01]
/// - 2: Verify the Communication IDs, the MAD header, and TransactionID of DREQ.
///   [ia-cm-peer-disconnects#02]
/// - 3: Verify that the application is notified that the connection has ended.
///   [ia-cm-peer-disconnects#03]
/// - 4: Send an RDMA WRITE; verify that it is not acknowledged. [ia-cm-peer-disconnects#04]
/// - 5: Send DREQ again, twice; verify that the same DREP is received each time.
///   [ia-cm-peer-disconnects#05]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_PeerDisconnects extends DutCallTest {

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    DutCall call = calls().fromDut();
    step("1");
    call.establish();
    call.send(call.dreq());
    CmIn drep = call.receive(DisconnectReply.ATTRIBUTE);
    call.setOver();
    step("2");
    checks().verify(drep, CmMessage.LOCAL_ID, call.dutId());
    checks().verify(drep, CmMessage.REMOTE_ID, call.localId());
    checks().verifyAnswer(drep, call.dreq());
    step("3");
    call.verifyReported(State.DISCONNECTED);
    step("4");
    call.verifyServesNoMore();
    step("5");
    for (int i = 0; i < 2; i++) {
      call.send(call.dreq());
      checks().verifySame(call.receive(DisconnectReply.ATTRIBUTE), drep);
    }
  }
}
