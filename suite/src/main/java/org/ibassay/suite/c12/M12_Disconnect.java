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
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;

/// # DREQ ends a connection and is answered each time
///
/// - Section: 12.6.10
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-disconnect#01, ia-cm-disconnect#02, ia-cm-disconnect#03,
///   ia-cm-disconnect#04, ia-cm-disconnect#05, ia-cm-disconnect#06
///
/// The tester ends a connection with DREQ. The DUT answers with DREP, its QP stops responding, and
/// a repeated DREQ is answered again. DREQ also ends a connection that is waiting for RTU.
///
/// ## Notes
///
/// - This test is the suite's own.
///
/// ## Procedure
///
/// - 1: Establish a connection; send an RDMA WRITE; verify that it is acknowledged.
///   [ia-cm-disconnect#01]
/// - 2: Send DREQ; verify that DREP is received. [ia-cm-disconnect#02]
/// - 3: Verify the Communication IDs, the MAD header, and TransactionID of DREQ.
///   [ia-cm-disconnect#03]
/// - 4: Send an RDMA WRITE; verify that it is not acknowledged. [ia-cm-disconnect#04]
/// - 5: Send DREQ again, twice; verify that the same DREP is received each time.
///   [ia-cm-disconnect#05]
/// - 6: Send REQ for a new connection; receive REP; send DREQ; verify that DREP is received, and
///   that REP is not received again. [ia-cm-disconnect#06]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_Disconnect extends CmTest {
  /// 1.07 s.
  private static final int TIMEOUT = 18;

  @Override
  public boolean execute() throws TestException {
    carryOut("established", 1, this::established);
    carryOut("half open", 2, this::halfOpen);
    return log().allPassed();
  }

  private void established() throws TestException {
    CmCall call = calls().toService();
    step("1");
    call.establish();
    call.verifyServes();
    step("2");
    call.send(call.dreq());
    CmIn drep = call.receive(DisconnectReply.ATTRIBUTE);
    call.setOver();
    step("3");
    checks().verify(drep, CmMessage.LOCAL_ID, call.dutId());
    checks().verify(drep, CmMessage.REMOTE_ID, call.localId());
    checks().verifyAnswer(drep, call.dreq());
    step("4");
    call.verifyServesNoMore();
    step("5");
    for (int i = 0; i < 2; i++) {
      call.send(call.dreq());
      checks().verifySame(call.receive(DisconnectReply.ATTRIBUTE), drep);
    }
  }

  private void halfOpen() throws TestException {
    CmCall call = calls().toService();
    call.request().set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT);
    step("6");
    call.askAndReceive();
    call.send(call.dreq());
    call.receive(DisconnectReply.ATTRIBUTE);
    call.setOver();
    call.verifySilence(3 * CmCall.nanos(TIMEOUT));
  }
}
