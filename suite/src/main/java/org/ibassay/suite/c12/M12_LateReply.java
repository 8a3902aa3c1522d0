package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import org.ibassay.suite.DutCall;
import org.ibassay.suite.DutCallTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.ReadyToUse;

/// # REP after the attempt was abandoned does not establish a connection
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-late-reply#01, ia-cm-late-reply#02
///
/// The DUT's application abandons an attempt before it is answered. REP that is received then is
/// answered with REJ, or not at all.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester.
/// - What the DUT sends when it abandons the attempt is not tested here.
///
/// ## Procedure
///
/// - 1: Have the DUT request a connection; receive REQ; have the application abandon it; send REP;
///   verify that RTU is not received. [ia-cm-late-reply#01]
/// - 2: Send an RDMA WRITE; verify that it is not acknowledged. [ia-cm-late-reply#02]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_LateReply extends DutCallTest {

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    DutCall call = calls().fromDut();
    step("1");
    call.receiveRequest();
    call.giveUp();
    call.send(call.rep());
    call.verifyNever(ReadyToUse.ATTRIBUTE);
    step("2");
    call.verifyServesNoMore();
  }
}
