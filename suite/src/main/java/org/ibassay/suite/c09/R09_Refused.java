package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.QpAttributes.State;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # A NAKed request completes with the matching error, and later Work Requests are flushed
///
/// - Section: 9.9.2.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-refused#01, ia-r09-refused#02, ia-r09-refused#03, ia-r09-refused#04
///
/// The tester answers a request of the DUT with a NAK: invalid request, remote access error, or
/// remote operational error. The request completes with the matching status, all other posted Work
/// Requests are flushed, and the QP is in the error state.
///
/// ## Notes
///
/// - This test is the suite's own. Each kind of request with each NAK uses a separate connection;
///   atomics are omitted for a DUT without them.
/// - A SEND or WRITE has three packets, and the last one is NAKed. A READ of three packets is NAKed
///   at once and, in separate cases, after its first response.
/// - The first WRITE is not tested: its acknowledge disables credit counting, so that the SENDs do
///   not wait for credits.
/// - The SENDs may or may not have been sent before the NAK is received; their packets are ignored.
///
/// ## Procedure
///
/// - 1: Register memory, post two receives, and have the DUT execute one WRITE.
/// - 2: The DUT posts the request and two SENDs after it.
/// - 3: Receive the request; verify each packet's OpCode, PSN, addresses, and data.
///   [ia-r09-refused#01]
/// - 4: Answer its last packet with the NAK; or answer a READ with READ Response First, and with
///   the NAK in place of the second response.
/// - 5: Poll the DUT's send queue; verify that the request completed first, with
///   IBV_WC_REM_INV_REQ_ERR, IBV_WC_REM_ACCESS_ERR, or IBV_WC_REM_OP_ERR, whichever matches the
///   NAK. [ia-r09-refused#02]
/// - 6: Verify that both SENDs completed after it, in order, with IBV_WC_WR_FLUSH_ERR.
///   [ia-r09-refused#03]
/// - 7: Poll the DUT's receive queue; verify that both receives completed in order with
///   IBV_WC_WR_FLUSH_ERR. [ia-r09-refused#03]
/// - 8: Verify that the QP is in the error state. [ia-r09-refused#04]
/// - 9: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_Refused extends TransportTest {
  private final DutRequester requester = new DutRequester(tt());

  private enum Refusal {
    INVALID(Nak.INVALID_REQUEST, Status.REM_INV_REQ_ERR),
    ACCESS(Nak.REMOTE_ACCESS_ERROR, Status.REM_ACCESS_ERR),
    OPERATIONAL(Nak.REMOTE_OPERATIONAL_ERROR, Status.REM_OP_ERR);

    private final int code;
    private final Status status;

    Refusal(int code, Status status) {
      this.code = code;
      this.status = status;
    }
  }

  @Override
  public boolean execute() throws TestException {
    for (RequestKind kind : RequestKind.values()) {
      for (Refusal refusal : Refusal.values()) {
        if (kind.isServedBy(dut())) {
          carryOutCase(kind + " refused as " + refusal, () -> procedure(kind, 0, refusal));
        }
      }
    }
    for (Refusal refusal : Refusal.values()) {
      carryOutCase(
          "rest of READ refused as " + refusal, () -> procedure(RequestKind.READ, 1, refusal));
    }
    return log().allPassed();
  }

  /// @param responses number of responses before the NAK
  private void procedure(RequestKind kind, int responses, Refusal refusal) throws TestException {
    step("1");
    requester.registerData();
    work().postReceives(2, cc().pmtu());
    requester.exchangeFirstWrite();
    step("2");
    requester.post(kind, 1);
    requester.postShortSend(2);
    requester.postShortSend(3);
    step("3");
    requester.verifyRequest(kind, cc().psn(1), 0);
    step("4");
    if (responses == 1) {
      requester.respondFirst(cc().psn(1), 0, 1);
    }
    requester.refuse(
        new Nak(refusal.code), cc().psn(DutRequester.opCodes(kind).size() + responses), 1);

    List<Completion> ended = work().pollSends(3);
    int afterFirst = Math.min(1, ended.size());
    step("5");
    work().verifyEnded(ended.subList(0, afterFirst), List.of(new Ended(1, refusal.status)));
    step("6");
    work()
        .verifyEnded(
            ended.subList(afterFirst, ended.size()), List.of(Ended.flushed(2), Ended.flushed(3)));
    step("7");
    work().verifyEnded(work().pollReceives(2), List.of(Ended.flushed(0), Ended.flushed(1)));
    step("8");
    work().verifyState(State.ERR);
    step("9");
  }
}
