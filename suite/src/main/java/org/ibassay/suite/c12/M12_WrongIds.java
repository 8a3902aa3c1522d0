package org.ibassay.suite.c12;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.suite.Reading.CM_OTHER_QP;

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
import org.ibassay.wire.cm.DisconnectReply;
import org.ibassay.wire.cm.DisconnectRequest;

/// # Messages with a wrong Communication ID do not affect a connection
///
/// - Section: 12.9.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-cm-wrong-ids#01, ia-cm-wrong-ids#02, ia-cm-wrong-ids#03, ia-cm-wrong-ids#04,
///   ia-cm-wrong-ids#05, ia-cm-wrong-ids#06, ia-cm-wrong-ids#07
///
/// The tester sends RTU, REJ, and DREQ whose Remote or Local Communication ID does not match the
/// connection, and DREQ whose Remote QPN is not that of the DUT's QP. The DUT does not associate
/// them with the connection.
///
/// ## Notes
///
/// - This test is the suite's own. How a message with a wrong Communication ID is answered is not
///   tested here; DREQ for an unknown connection is answered with DREP.
/// - DREQ with another Remote QPN may be left from an earlier connection whose Communication IDs
///   are in use again. Linux, illumos and OpenIB for Windows compare it; none of them ends the
///   connection. They differ in the response (reading `cm-other-qp`).
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
/// - 6: Send DREQ whose Remote QPN differs from the DUT's QP in bit 0, in bit 23, and in all bits,
///   and DREQ with Remote QPN 0; verify that nothing or DREP is received. [ia-cm-wrong-ids#06]
/// - 7: After each, verify that an RDMA WRITE is acknowledged; then send DREQ with the right Remote
///   QPN; verify that DREP is received, and that an RDMA WRITE is not acknowledged.
///   [ia-cm-wrong-ids#07]
@Td(dut = DutKind.CA, effect = Effect.CHANGES, parameters = START_PSN)
public final class M12_WrongIds extends CmTest {
  /// 537 ms.
  private static final int TIMEOUT = 17;

  private static final int RETRIES = 15;
  private static final long QPN = 0xFFFFFF;
  private static final long TOP_BIT = 1L << 23;

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
    for (long wrong :
        new long[] {call.dutQpn() ^ 1L, call.dutQpn() ^ TOP_BIT, ~call.dutQpn() & QPN, 0}) {
      step("6");
      ofOtherQp(call, wrong);
      step("7");
      call.verifyServes();
    }
    call.send(call.dreq());
    call.receive(DisconnectReply.ATTRIBUTE);
    call.setOver();
    call.verifyServesNoMore();
  }

  private void ofOtherQp(CmCall call, long qpn) throws TestException {
    call.send(call.dreq().set(DisconnectRequest.REMOTE_QPN_EECN, qpn));
    CmIn any = call.next(dut().silenceNanos());
    boolean isDrep = any != null && any.is(DisconnectReply.ATTRIBUTE);
    if (any == null || isDrep) {
      reading(any == null ? 0 : any.frame(), CM_OTHER_QP, isDrep ? "drep" : "silence");
    }
    verify(
        any == null ? 0 : any.frame(),
        any == null || isDrep,
        () -> "nothing or DREP in answer to DREQ for QP 0x%x".formatted(qpn),
        () -> String.valueOf(any));
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
