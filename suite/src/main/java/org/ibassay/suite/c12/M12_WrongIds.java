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
import org.ibassay.wire.cm.ConnectReply;
import org.ibassay.wire.cm.ConnectRequest;

/// # Messages with a wrong Communication ID do not affect a connection
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-wrong-ids#01, ia-cm-wrong-ids#02, ia-cm-wrong-ids#03, ia-cm-wrong-ids#04,
///   ia-cm-wrong-ids#05
///
/// The tester sends RTU, REJ, and DREQ whose Remote or Local Communication ID does not match the
/// connection. The DUT does not associate them with the connection.
///
/// ## Notes
///
/// - This test is the suite's own. How such a message is answered is not tested here; DREQ for an
///   unknown connection is answered with DREP.
///
/// ## Procedure
///
/// - 1: Send REQ; receive REP; send RTU with another Remote Communication ID; verify that REP is
///   received again. [ia-cm-wrong-ids#01]
/// - 2: Send RTU with another Local Communication ID; verify that REP is received again.
///   [ia-cm-wrong-ids#02]
/// - 3: Send REJ with another Remote Communication ID, and one with another Local one; verify after
///   each that REP is received again. [ia-cm-wrong-ids#03]
/// - 4: Send RTU and an RDMA WRITE; verify that it is acknowledged. [ia-cm-wrong-ids#04]
/// - 5: Send DREQ and REJ with another Remote Communication ID, and DREQ with another Local one;
///   verify after each that an RDMA WRITE is acknowledged. [ia-cm-wrong-ids#05]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_WrongIds extends CmTest {
  /// 537 ms.
  private static final int TIMEOUT = 17;

  private static final int RETRIES = 15;

  @Override
  public boolean execute() throws TestException {
    carryOut(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    CmCall call = calls().toService();
    call.request()
        .set(ConnectRequest.LOCAL_CM_RESPONSE_TIMEOUT, TIMEOUT)
        .set(ConnectRequest.MAX_CM_RETRIES, RETRIES);
    step("1");
    call.askAndReceive();
    verifyRepeats(call, otherRemote(call.rtu()));
    step("2");
    verifyRepeats(call, otherLocal(call.rtu()));
    step("3");
    verifyRepeats(call, otherRemote(call.rej()));
    verifyRepeats(call, otherLocal(call.rej()));
    step("4");
    call.send(call.rtu());
    call.verifyServes();
    step("5");
    verifyServes(call, otherRemote(call.dreq()));
    verifyServes(call, otherRemote(call.rej()));
    verifyServes(call, otherLocal(call.dreq()));
  }

  private void verifyRepeats(CmCall call, CmMessage wrong) throws TestException {
    call.send(wrong);
    CmIn next = call.next(4 * CmCall.nanos(TIMEOUT) + dut().silenceNanos());
    while (next != null && !next.is(ConnectReply.ATTRIBUTE)) {
      next = call.next(4 * CmCall.nanos(TIMEOUT) + dut().silenceNanos());
    }
    boolean isRepeated = next != null;
    verify(
        next == null ? 0 : next.frame(),
        isRepeated,
        () -> "REP again, because RTU was not received",
        () -> "no REP");
    needs(isRepeated, "the DUT no longer waits for RTU");
  }

  private void verifyServes(CmCall call, CmMessage wrong) throws TestException {
    call.send(wrong);
    call.next(dut().silenceNanos());
    call.verifyServes();
  }

  private static CmMessage otherRemote(CmMessage message) {
    return message.set(CmMessage.REMOTE_ID, message.get(CmMessage.REMOTE_ID) ^ 0x0001_0000);
  }

  private static CmMessage otherLocal(CmMessage message) {
    return message.set(CmMessage.LOCAL_ID, message.get(CmMessage.LOCAL_ID) ^ 0x0080_0000);
  }
}
