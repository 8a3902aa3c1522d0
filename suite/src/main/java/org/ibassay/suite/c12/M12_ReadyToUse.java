package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.PROFILE;
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
import org.ibassay.wire.cm.ReadyToUse;

/// # REP is answered with RTU, and the connection works
///
/// - Section: 12.6.9
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - PROFILE=short leaves out: on a real device that retransmits after more than a second, the
///   later part of the time in which it must be silent
/// - Assertions: ia-cm-ready-to-use#01, ia-cm-ready-to-use#02, ia-cm-ready-to-use#03,
///   ia-cm-ready-to-use#04, ia-cm-ready-to-use#05, ia-cm-ready-to-use#06
///
/// The DUT requests a connection, and the tester accepts it with REP. The DUT answers with RTU,
/// notifies its application, and its QP accepts packets that begin with the Starting PSN of REQ.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester.
/// - The packet is an RDMA WRITE without payload, which needs no memory of the DUT. An MRA before
///   RTU is ignored.
///
/// ## Procedure
///
/// - 1: Have the DUT request a connection; receive REQ; send REP; verify that RTU is received.
///   [ia-cm-ready-to-use#01]
/// - 2: Verify the Communication IDs, the MAD header, and TransactionID of REQ.
///   [ia-cm-ready-to-use#02]
/// - 3: Verify that the application is notified that the connection is established.
///   [ia-cm-ready-to-use#03]
/// - 4: Send an RDMA WRITE with the Starting PSN of REQ; verify that it is acknowledged.
///   [ia-cm-ready-to-use#04]
/// - 5: Verify that neither REQ nor RTU is retransmitted. [ia-cm-ready-to-use#05]
/// - 6: Send an RDMA WRITE, and REP again; verify that the WRITE is acknowledged and that RTU is
///   received: the connection outlives the timer of its REQ. [ia-cm-ready-to-use#06]
@Td(
    dut = DutKind.CA,
    effect = Effect.CHANGES,
    parameters = {START_PSN, PROFILE})
public final class M12_ReadyToUse extends DutCallTest {

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    DutCall call = calls().fromDut();
    step("1");
    call.receiveRequest();
    CmIn rtu = call.accept(call.rep());
    step("2");
    checks().verify(rtu, CmMessage.LOCAL_ID, call.dutId());
    checks().verify(rtu, CmMessage.REMOTE_ID, call.localId());
    checks().verifyAnswer(rtu, call.request());
    step("3");
    call.verifyReported(State.ESTABLISHED);
    step("4");
    call.verifyServes();
    step("5");
    call.verifySilence(call.longSilence());
    step("6");
    call.verifyServes();
    call.send(call.rep());
    call.receive(ReadyToUse.ATTRIBUTE);
  }
}
