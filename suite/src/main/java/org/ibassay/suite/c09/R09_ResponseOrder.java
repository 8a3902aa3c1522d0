package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;

import org.ibassay.suite.DutKind;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;

/// # Responses follow the order of their requests, for every pair of request types
///
/// - Section: 9.5
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-response-order#01, ia-r09-response-order#02
///
/// Two requests follow each other without a wait, in all pairs of SEND, RDMA WRITE, RDMA READ,
/// CmpSwap, and FetchAdd. The response to the first precedes that to the second, the response to a
/// READ or atomic is never omitted, and the PSN and MSN of each response match its request.
///
/// ## Notes
///
/// - Ours. The public pages of this family cover three of the pairs.
/// - The response to the second request may also acknowledge a preceding SEND or WRITE; a separate
///   ACK must not follow it then.
/// - Each pair uses a separate connection for each START_PSN. With the second default, the PSNs
///   wrap around no later than within the second request or its response.
/// - Pairs with atomics are omitted for a DUT without them, and pairs of two READs or atomics for a
///   DUT that accepts only one at a time.
///
/// ## Procedure
///
/// - 1: For each pair of requests: open a connection, register memory, and post a receive for each
///   SEND.
/// - 2: Send both requests, the second with the PSN after the first.
/// - 3: Receive the response to the first: OpCode, PSN, ACK, and MSN 1. An ACK may be missing.
///   [ia-r09-response-order#01, ia-r09-response-order#02]
/// - 4: Receive the response to the second: OpCode, PSN, ACK, and MSN 2. [ia-r09-response-order#01,
///   ia-r09-response-order#02]
/// - 5: If the response to the first was missing: verify that it does not follow later.
///   [ia-r09-response-order#01]
/// - 6: Close the connection.
@Td(
    dut = DutKind.CA,
    needs = {},
    effect = Effect.READS,
    parameters = START_PSN)
public final class R09_ResponseOrder extends TransportTest {
  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    for (RequestKind first : RequestKind.values()) {
      for (RequestKind second : RequestKind.values()) {
        if (first.isServedBy(dut()) && second.isServedBy(dut()) && takesBoth(first, second)) {
          carryOutCase(first + " then " + second, () -> pair(first, second));
        }
      }
    }
    return log().allPassed();
  }

  private boolean takesBoth(RequestKind first, RequestKind second) throws TestException {
    return first.mayBeCoalesced()
        || second.mayBeCoalesced()
        || dut().attributes().maxReadsAsTarget() > 1;
  }

  private void pair(RequestKind first, RequestKind second) throws TestException {
    step("1");
    memory().register();
    work().postReceives(2, cc().pmtu());
    step("2");
    int psn1 = cc().startPsn();
    int psn2 = DutResponder.after(psn1, first);
    transportTxPacket(responder.request(first), psn1);
    transportTxPacket(responder.request(second), psn2);

    if (!first.mayBeCoalesced()) {
      step("3");
      responder.verifyResponse(first, psn1, 1);
      step("4");
      responder.verifyResponse(second, psn2, 2);
    } else if (second.mayBeCoalesced()) {
      acknowledges(psn1, psn2);
    } else {
      acknowledgeOrNone(second, psn1, psn2);
    }
    step("6");
  }

  /// Receives one ACK for both requests, or one for each.
  private void acknowledges(int psn1, int psn2) throws TestException {
    step("3");
    PacketIn packetIn = transportRxPacket(RC_ACK, psn1);
    checks().verifyAck(packetIn);
    if (packetIn.psn() == psn2) {
      step("4");
      checks().verifyMsn(packetIn, 2);
      notLate(psn1);
      return;
    }
    checks().verifyPsn(packetIn, psn1);
    checks().verifyMsn(packetIn, 1);
    step("4");
    responder.verifyResponse(RequestKind.SEND, psn2, 2);
  }

  private void acknowledgeOrNone(RequestKind second, int psn1, int psn2) throws TestException {
    step("3");
    PacketIn next = packets().peek(psn1);
    boolean acknowledged = next != null && next.is(RC_ACK) && Psn.isBefore(next.psn(), psn2);
    if (acknowledged) {
      responder.verifyResponse(RequestKind.WRITE, psn1, 1);
    }
    step("4");
    responder.verifyResponse(second, psn2, 2);
    if (!acknowledged) {
      notLate(psn1);
    }
  }

  private void notLate(int psn1) throws TestException {
    step("5");
    packets().verifySilence(psn1);
  }
}
