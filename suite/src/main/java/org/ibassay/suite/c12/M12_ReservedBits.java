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
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;

/// # Reserved bits of a message are ignored
///
/// - Section: 12.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-reserved-bits#01, ia-cm-reserved-bits#02, ia-cm-reserved-bits#03
///
/// The tester sends REQ, DREQ, and REJ in which every reserved bit is 1. The DUT establishes, ends,
/// and abandons connections as if these bits were 0.
///
/// ## Notes
///
/// - This test is the suite's own. Reserved bits are sent as 0 and ignored by the receiver, so that
///   a later version of the specification can use them. RTU has none.
///
/// ## Procedure
///
/// - 1: Send REQ, which shows that the service is offered; receive REP; send REJ. Send another REQ
///   with its reserved bits 1; verify that REP is received. [ia-cm-reserved-bits#01]
/// - 2: Send RTU and an RDMA WRITE; verify that it is acknowledged. [ia-cm-reserved-bits#01]
/// - 3: Send DREQ with its reserved bits 1; verify that DREP is received, and that an RDMA WRITE is
///   not acknowledged. [ia-cm-reserved-bits#02]
/// - 4: Send another REQ, without them; receive REP. Send REJ with its reserved bits 1; verify that
///   REP is not received again. [ia-cm-reserved-bits#03]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_ReservedBits extends CmTest {
  private static final int TIMEOUT = 17;

  /// Longer than the DUT waits for RTU.
  private static final long PATIENCE = 4 * CmCall.nanos(TIMEOUT);

  @Override
  public boolean execute() throws TestException {
    takeTime();
    carryOut("REQ, DREQ", 1, this::established);
    carryOut("REJ", 2, this::abandoned);
    return log().allPassed();
  }

  private void established() throws TestException {
    step("1");
    CmCall plain = calls().toService();
    plain.askAndReceive();
    plain.send(plain.rej());
    plain.setOver();
    CmCall call = calls().toService();
    call.request().setReserved(ConnectRequest.ATTRIBUTE);
    call.ask();
    CmIn answer = call.receiveReplyOr(ConnectReject.ATTRIBUTE);
    boolean isAccepted = answer.is(ConnectReply.ATTRIBUTE);
    verify(answer.frame(), isAccepted, () -> "REP", answer::toString);
    needs(isAccepted, "the DUT does not accept a REQ with reserved bits");
    step("2");
    call.send(call.rtu());
    call.verifyServes();
    step("3");
    CmMessage dreq = call.dreq().setReserved(DisconnectRequest.ATTRIBUTE);
    call.send(dreq);
    checks().verifyAnswer(call.receive(DisconnectReply.ATTRIBUTE), dreq);
    call.setOver();
    call.verifyServesNoMore();
  }

  private void abandoned() throws TestException {
    step("4");
    CmCall call = calls().toService();
    call.request().set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT);
    call.askAndReceive();
    call.send(call.rej().setReserved(ConnectReject.ATTRIBUTE));
    call.setOver();
    call.verifyNever(ConnectReply.ATTRIBUTE, PATIENCE);
  }
}
