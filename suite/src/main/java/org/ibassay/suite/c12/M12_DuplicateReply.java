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
import org.ibassay.wire.cm.ReadyToUse;

/// # A repeated REP is answered with RTU again
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-duplicate-reply#01, ia-cm-duplicate-reply#02, ia-cm-duplicate-reply#03
///
/// The tester sends REP again on an established connection, as if RTU had been lost. The DUT
/// answers with the same RTU as before, and the connection stays established.
///
/// ## Notes
///
/// - This test is the suite's own. The upper tester has the DUT connect, through RDMA CM, to a port
///   of the tester.
///
/// ## Procedure
///
/// - 1: Establish a connection that the DUT requests; send REP again, twice; verify each time that
///   RTU is received. [ia-cm-duplicate-reply#01]
/// - 2: Verify that each is identical to the first, byte for byte. [ia-cm-duplicate-reply#02]
/// - 3: Send an RDMA WRITE; verify that it is acknowledged, and that the application gets no
///   notification except that the connection is established. [ia-cm-duplicate-reply#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_DuplicateReply extends DutCallTest {

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    DutCall call = calls().fromDut();
    step("1");
    CmIn rtu = call.establish();
    for (int i = 1; i <= 2; i++) {
      at(
          "repeated REP",
          i,
          () -> {
            step("1");
            call.send(call.rep());
            CmIn again = call.receive(ReadyToUse.ATTRIBUTE);
            step("2");
            checks().verifySame(again, rtu);
          });
    }
    step("3");
    call.verifyServes();
    call.verifyReported(State.ESTABLISHED);
  }
}
