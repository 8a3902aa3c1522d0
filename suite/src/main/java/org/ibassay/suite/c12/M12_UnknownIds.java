package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.CM_UNKNOWN_CONNECTION;

import java.util.function.Function;
import org.ibassay.suite.CmCall;
import org.ibassay.suite.CmIn;
import org.ibassay.suite.CmTest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.cm.CmMessage;
import org.ibassay.wire.cm.ConnectReject;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;

/// # DREQ for an unknown connection is answered; other messages are not
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-unknown-ids#01, ia-cm-unknown-ids#02, ia-cm-unknown-ids#03,
///   ia-cm-unknown-ids#04
///
/// The tester sends messages for a connection that does not exist. RTU, REJ, MRA, and DREP are
/// dropped. DREQ is answered with DREP, so that a peer that still remembers a connection can end
/// it.
///
/// ## Notes
///
/// - This test is the suite's own. REJ, reason 6 (invalid Communication ID), in answer to RTU or
///   MRA is accepted, too (reading `cm-unknown-connection`).
///
/// ## Procedure
///
/// - 1: Send RTU, REJ, MRA, and DREP; verify after each that nothing is received.
///   [ia-cm-unknown-ids#01]
/// - 2: Send DREQ; verify that DREP is received. [ia-cm-unknown-ids#02]
/// - 3: Verify that DREP has the Communication IDs of DREQ, exchanged. [ia-cm-unknown-ids#03]
/// - 4: Verify the MAD header, and TransactionID of DREQ. [ia-cm-unknown-ids#04]
@Td(dut = DutKind.CA, effect = Effect.READS, parameters = START_PSN)
public final class M12_UnknownIds extends CmTest {
  @Override
  protected boolean needsService() {
    return false;
  }

  private static final int INVALID_COMMUNICATION_ID = 6;
  private static final int NOBODYS_ID = 0x1BA5_0C4D;
  private static final int NOBODYS_QPN = 0xABCDEF;
  private static final int TIMEOUT = 16;

  @Override
  public boolean execute() throws TestException {
    carryOut("RTU", 1, () -> dropped(CmCall::rtu, true));
    carryOut("REJ", 2, () -> dropped(CmCall::rej, false));
    carryOut("MRA", 3, () -> dropped(call -> call.mra(TIMEOUT), true));
    carryOut("DREP", 4, () -> dropped(CmCall::drep, false));
    carryOut(this::answered);
    return log().allPassed();
  }

  private void dropped(Function<CmCall, CmMessage> kind, boolean mayBeRejected)
      throws TestException {
    step("1");
    CmCall call = calls().toNobody();
    call.send(kind.apply(call).set(CmMessage.REMOTE_ID, NOBODYS_ID));
    CmIn any = call.next(dut().silenceNanos());
    if (mayBeRejected && (any == null || isInvalidId(any))) {
      reading(0, CM_UNKNOWN_CONNECTION, any == null ? "silence" : "reason-6");
    }
    verify(
        any == null ? 0 : any.frame(),
        any == null || (mayBeRejected && isInvalidId(any)),
        () -> "no message",
        () -> String.valueOf(any));
  }

  private static boolean isInvalidId(CmIn message) {
    return message.is(ConnectReject.ATTRIBUTE)
        && message.get(ConnectReject.REASON) == INVALID_COMMUNICATION_ID;
  }

  private void answered() throws TestException {
    CmCall call = calls().toNobody();
    CmMessage dreq =
        call.dreq()
            .set(CmMessage.REMOTE_ID, NOBODYS_ID)
            .set(DisconnectRequest.REMOTE_QPN_EECN, NOBODYS_QPN);
    step("2");
    call.send(dreq);
    CmIn drep = call.receive(DisconnectReply.ATTRIBUTE);
    step("3");
    checks().verify(drep, CmMessage.LOCAL_ID, NOBODYS_ID);
    checks().verify(drep, CmMessage.REMOTE_ID, call.localId());
    step("4");
    checks().verifyAnswer(drep, dreq);
  }
}
