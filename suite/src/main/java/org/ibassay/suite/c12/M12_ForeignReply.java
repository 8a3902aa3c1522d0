package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.link.upper.ConnectionStatus.State;
import org.ibassay.suite.DutCall;
import org.ibassay.suite.DutCallTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ReadyToUse;

/// # REP with a wrong Communication ID does not establish a connection
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-foreign-reply#01, ia-cm-foreign-reply#02, ia-cm-foreign-reply#03,
///   ia-cm-foreign-reply#04
///
/// The tester answers REQ with a REP whose Remote Communication ID does not match the REQ. The DUT
/// does not accept it, keeps waiting, and accepts a valid REP afterward.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester. If the DUT would give up before the valid REP, the tester sends MRA first.
/// - Whether the DUT answers with REJ or not at all is not tested here.
///
/// ## Procedure
///
/// - 1: Have the DUT request a connection; receive REQ; send REP with another Remote Communication
///   ID; verify that RTU is not received. [ia-cm-foreign-reply#01]
/// - 2: Verify that the application is notified that the connection is not established.
///   [ia-cm-foreign-reply#02]
/// - 3: Send an RDMA WRITE; verify that it is not acknowledged. [ia-cm-foreign-reply#03]
/// - 4: Send the valid REP; verify that RTU is received, and that an RDMA WRITE is acknowledged.
///   [ia-cm-foreign-reply#04]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_ForeignReply extends DutCallTest {
  /// Bits to invert in a Communication ID.
  private static final long NEAR = 0x0000_0001;

  private static final long FAR = 0x0100_0000;

  @Override
  public boolean execute() throws TestException {
    carryOut("Remote Communication ID", 1, () -> procedure(NEAR));
    carryOut("Remote Communication ID", 2, () -> procedure(FAR));
    return log().allPassed();
  }

  private void procedure(long bits) throws TestException {
    DutCall call = calls().fromDut();
    step("1");
    call.receiveRequest();
    call.keepWaiting();
    CmMessage rep = call.rep();
    call.send(rep.copy().set(CmMessage.REMOTE_ID, rep.get(CmMessage.REMOTE_ID) ^ bits));
    call.verifyNever(ReadyToUse.ATTRIBUTE);
    step("2");
    call.verifyReported(State.CONNECTING);
    step("3");
    call.verifyServesNoMore();
    step("4");
    call.accept(rep);
    call.verifyServes();
  }
}
