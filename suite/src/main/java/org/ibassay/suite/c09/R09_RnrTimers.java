package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome.RnrNak;

/// # Every RNR NAK timer code stands for its specified time
///
/// - Section: 9.7.5.2.8
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-rnr-timers#01, ia-r09-rnr-timers#02, ia-r09-rnr-timers#03
///
/// The tester answers SENDs of the DUT with RNR NAKs, one for each of the 32 timer codes. The DUT
/// does not retry before the time has passed, even if its ACK timeout is shorter. As a responder,
/// the DUT sends the timer code configured for its QP, whichever that is.
///
/// ## Notes
///
/// - This test is the suite's own. C09_130_01 uses timer code 31, R09_RnrNak timer code 14.
/// - Code 0 is the longest time, 655.36 ms; the others rise from 0.01 ms to 491.52 ms.
/// - A DUT may wait longer; the specification sets no limit.
/// - An RNR NAK answers the SEND: until the DUT sends it again, no ACK timeout applies.
/// - The first WRITE is not tested: its acknowledge disables credit counting.
///
/// ## Procedure
///
/// - 1: Open a connection with RNR Retry Count 7, register memory, and have the DUT execute one
///   WRITE.
/// - 2: For each timer code: the DUT posts a SEND of one packet; receive it; answer it with an RNR
///   NAK with that code.
/// - 3: Receive it again: PSN and data; verify that it is received no earlier after the RNR NAK
///   than the code specifies. [ia-r09-rnr-timers#01]
/// - 4: Acknowledge it; verify that it completes with success. [ia-r09-rnr-timers#02]
/// - 5: For timer codes 0, 1, 8, 16, and 31: open a connection with that Minimum RNR NAK Timer;
///   post no receive; send a SEND Only; receive an RNR NAK: the timer code, the SEND's PSN, and MSN
///   0. [ia-r09-rnr-timers#03]
/// - 6: Open a connection with ACK timeout 12 (16.8 ms), Retry Count 7, and RNR Retry Count 7;
///   register memory, and have the DUT execute one WRITE; verify that it is not sent again. Perform
///   steps 2 to 4 with timer code 28, 163.84 ms, twice. [ia-r09-rnr-timers#01]
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_RnrTimers extends TransportTest {
  private static final int CODES = 32;
  private static final int FOR_EVER = 7;
  private static final int ACK_TIMEOUT = 12;

  /// More than four times the ACK timeout, which is the longest that a DUT may wait for an ACK.
  private static final RnrNak LONGER = new RnrNak(28);

  private static final List<Integer> CONFIGURED = List.of(0, 1, 8, 16, 31);

  private final DutRequester requester = new DutRequester(tt());
  private final DutResponder responder = new DutResponder(tt());

  @Override
  public boolean execute() throws TestException {
    carryOutOnce("as requester", this::asRequester);
    carryOutOnce("with an ACK timeout", this::withAckTimer);
    for (int code : CONFIGURED) {
      carryOutOnce("timer code " + code, () -> asResponder(new RnrNak(code)));
    }
    return log().allPassed();
  }

  private void reopen(int rnrCount, int timer) throws TestException {
    closeRcChannel();
    openRcChannel(new Retries(0, 0, rnrCount, timer));
  }

  private void asRequester() throws TestException {
    step("1");
    reopen(FOR_EVER, 0);
    requester.registerData();
    requester.exchangeFirstWrite();
    for (int code = 0; code < CODES; code++) {
      RnrNak refusal = new RnrNak(code);
      at("timer code", code, () -> asRequester(refusal, refusal.timer() + 1));
    }
  }

  /// @param index of the SEND among the DUT's requests
  private void asRequester(RnrNak refusal, int index) throws TestException {
    step("2");
    int psn = Psn.add(cc().dutStartPsn(), index);
    requester.postShortSend(index);
    requester.receive(RC_SEND_ONLY, psn);
    long refused = now();
    requester.refuse(refusal, psn, index);
    step("3");
    PacketIn again = requester.receive(RC_SEND_ONLY, psn);
    checks().verifyPayload(again, pattern(Long.BYTES));
    long waited = again.nanos() - refused;
    verify(
        again,
        waited >= refusal.nanos(),
        () -> "the retry no earlier than %.2f ms after the RNR NAK".formatted(ms(refusal.nanos())),
        () -> "after %.2f ms".formatted(ms(waited)));
    step("4");
    requester.acknowledge(psn, index + 1);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(index)));
  }

  private static double ms(long nanos) {
    return nanos / 1e6;
  }

  private void withAckTimer() throws TestException {
    step("6");
    closeRcChannel();
    openRcChannel(new Retries(ACK_TIMEOUT, FOR_EVER, FOR_EVER, 0));
    requester.registerData();
    requester.exchangeFirstWrite();
    packets().verifySilence(Psn.next(cc().dutStartPsn()));
    for (int index = 1; index <= 2; index++) {
      asRequester(LONGER, index);
    }
  }

  private void asResponder(RnrNak expected) throws TestException {
    step("5");
    reopen(0, expected.timer());
    memory().register();
    int psn = cc().startPsn();
    transportTxPacket(responder.request(RequestKind.SEND), psn);
    PacketIn packetIn = packets().receive(RC_ACK, psn, expected.toString());
    verify(packetIn, packetIn.syndrome().equals(expected), expected::toString, packetIn::toString);
    checks().verifyPsn(packetIn, psn);
    checks().verifyMsn(packetIn, 0);
  }
}
