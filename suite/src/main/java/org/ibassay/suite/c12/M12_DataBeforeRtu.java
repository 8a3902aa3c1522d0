package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.CM_DATA_FOR_RTU;

import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.ConnectRequest;

/// # The QP is ready to receive when REP is sent
///
/// - Section: 12.9.7
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-data-before-rtu#01, ia-cm-data-before-rtu#02, ia-cm-data-before-rtu#03
///
/// The tester receives REP and sends a packet on the connection instead of RTU, as if RTU had been
/// lost. The DUT's QP is ready to receive, and the packet is acknowledged. RTU may follow.
///
/// ## Notes
///
/// - This test is the suite's own. Whether the packet substitutes for RTU, so that REP is not
///   retransmitted, is noted (reading `cm-data-for-rtu`): an adapter may notify its communication
///   management of the packet, but need not.
///
/// ## Procedure
///
/// - 1: Send REQ; receive REP; send an RDMA WRITE; verify that it is acknowledged.
///   [ia-cm-data-before-rtu#01]
/// - 2: Send RTU and an RDMA WRITE; verify that it is acknowledged. [ia-cm-data-before-rtu#02]
/// - 3: Verify that no message is received. [ia-cm-data-before-rtu#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_DataBeforeRtu extends CmTest {
  /// 1.07 s.
  private static final int TIMEOUT = 18;

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    CmCall call = calls().toService();
    call.request().set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT);
    step("1");
    CmIn rep = call.askAndReceive();
    call.verifyServes();
    CmIn again = call.next(2 * CmCall.nanos(TIMEOUT));
    reading(
        again == null ? 0 : again.frame(),
        CM_DATA_FOR_RTU,
        again == null ? "established" : "repeated");
    if (again != null) {
      checks().verifySame(again, rep);
    }
    step("2");
    call.send(call.rtu());
    call.verifyServes();
    step("3");
    call.verifySilence(2 * CmCall.nanos(TIMEOUT));
  }
}
