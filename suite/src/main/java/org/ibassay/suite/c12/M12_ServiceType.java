package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.ConnectRequest;

/// # A REQ for another transport service does not get a reliable connection
///
/// - Section: 12.6.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-service-type#01, ia-cm-service-type#02, ia-cm-service-type#03
///
/// The tester sends REQs for the DUT's service, with the Transport Service Types UC and RD. The DUT
/// rejects each. If it accepts one, its QP is of that service: it does not acknowledge an RDMA
/// WRITE of a reliable connection. A REQ for a reliable connection is then accepted.
///
/// ## Notes
///
/// - This test is the suite's own. The reason of REJ is not compared: Linux sends 28 (consumer
///   reject) instead of 9 (invalid transport service type).
///
/// ## Procedure
///
/// - 1: Send REQ with Transport Service Type 1 (UC), and 2 (RD); verify that REJ or REP is
///   received. [ia-cm-service-type#01]
/// - 2: After REP: send RTU and an RDMA WRITE Only of RC; verify that it is not acknowledged.
///   [ia-cm-service-type#02]
/// - 3: After each: send REQ for RC; verify that REP is received, and that an RDMA WRITE is
///   acknowledged. [ia-cm-service-type#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_ServiceType extends CmTest {
  /// UC, RD.
  private static final List<Integer> TYPES = List.of(1, 2);

  @Override
  public boolean execute() throws TestException {
    for (int type : TYPES) {
      carryOut("Transport Service Type", type, () -> procedure(type));
    }
    return log().allPassed();
  }

  private void procedure(int type) throws TestException {
    step("1");
    CmCall call = calls().toService();
    call.request().set(ConnectRequest.TRANSPORT_SERVICE_TYPE, type);
    call.ask();
    CmIn answer = call.receiveReplyOr(ConnectReject.ATTRIBUTE);
    step("2");
    if (answer.is(ConnectReject.ATTRIBUTE)) {
      checks().verify(answer, ConnectReject.MESSAGE_REJECTED, 0);
    } else {
      call.send(call.rtu());
      call.verifyServesNoMore();
    }
    step("3");
    CmCall reliable = calls().toService();
    reliable.establish();
    reliable.verifyServes();
  }
}
