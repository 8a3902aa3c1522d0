package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.time.Duration;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # A request is retried as often as the Retry Count allows, which is never without limit
///
/// - Section: 9.7.6
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-retry-counts#01, ia-r09-retry-counts#02, ia-r09-retry-counts#03,
///   ia-r09-retry-counts#04
///
/// The tester does not answer a SEND of the DUT, or answers it with a PSN sequence error NAK each
/// time. The DUT retransmits the SEND as often as its Retry Count allows, and then completes it in
/// error. With the longest ACK timeout, the DUT does not retransmit it while the tester waits.
///
/// ## Notes
///
/// - This test is the suite's own. Run with Retry Counts 0, 1, and 7; C09_142_01 has a count of 2
///   and verifies the latest time of a retry.
/// - The Retry Count is the number of retries after timeouts and after PSN sequence errors together
///   (12.7.38). 7 is its greatest value. Only an RNR Retry Count of 7 stands for retries without
///   limit.
/// - The first WRITE is not tested: its acknowledge disables credit counting. The tester then
///   waits, so that a timer that the WRITE started has expired.
/// - ACK timeout 31 is 2.4 hours.
///
/// ## Procedure
///
/// - 1: For each Retry Count without an answer, and for 0 and 1 with NAKs: open a connection with
///   that count and ACK timeout 12 (16.8 ms); register memory; have the DUT execute one WRITE;
///   verify that it is not sent again.
/// - 2: The DUT posts a SEND; receive it: OpCode, PSN, and data. [ia-r09-retry-counts#01]
/// - 3: As often as the count specifies: with NAKs, send a PSN sequence error NAK with the SEND's
///   PSN. Receive the SEND again, as in step 2. [ia-r09-retry-counts#01]
/// - 4: Without an answer: verify that it is received no sooner than 16.8 ms after the previous
///   time. [ia-r09-retry-counts#02]
/// - 5: With NAKs, send another one. Verify that the SEND is not received again, and that it
///   completes with IBV_WC_RETRY_EXC_ERR. [ia-r09-retry-counts#03]
/// - 6: Open a connection with ACK timeout 31 and Retry Count 1; register memory; have the DUT
///   execute one WRITE. The DUT posts a SEND; receive it; verify that it is not received again.
///   Acknowledge it; verify that it completes with success. [ia-r09-retry-counts#04]
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_RetryCounts extends TransportTest {
  private static final int MOST = 7;
  private static final List<Integer> COUNTS = List.of(0, 1, MOST);
  private static final int ACK_TIMEOUT = 12;
  private static final int LONGEST_TIMEOUT = 31;
  private static final Duration T_TR = Duration.ofNanos(4096L << ACK_TIMEOUT);
  private static final Nak GAP = new Nak(Nak.PSN_SEQUENCE_ERROR);

  private final DutRequester requester = new DutRequester(tt());

  @Override
  public boolean execute() throws TestException {
    for (int count : COUNTS) {
      carryOutOnce("Retry Count %d, no answer".formatted(count), () -> procedure(count, false));
      if (count < MOST) {
        carryOutOnce("Retry Count %d, NAKs".formatted(count), () -> procedure(count, true));
      }
    }
    carryOutOnce("longest ACK timeout", this::longest);
    return log().allPassed();
  }

  private void begin(Retries retries) throws TestException {
    closeRcChannel();
    openRcChannel(retries);
    requester.registerData();
    requester.exchangeFirstWrite();
  }

  private void procedure(int count, boolean naks) throws TestException {
    step("1");
    begin(new Retries(ACK_TIMEOUT, count, 0, 0));
    packets().verifySilence(cc().psn(1));
    step("2");
    requester.postShortSend(1);
    PacketIn previous = receiveSend();
    for (int i = 0; i < count; i++) {
      step("3");
      if (naks) {
        requester.refuse(GAP, cc().psn(1), 1);
      }
      PacketIn again = receiveSend();
      if (!naks) {
        step("4");
        verifyDistance(again, previous);
      }
      previous = again;
    }
    step("5");
    if (naks) {
      requester.refuse(GAP, cc().psn(1), 1);
    }
    if (packets().verifySilence(cc().psn(1))) {
      work().verifyEnded(work().pollSends(1), List.of(new Ended(1, Status.RETRY_EXC_ERR)));
      packets().verifySilence(cc().psn(1));
    }
  }

  private PacketIn receiveSend() throws TestException {
    PacketIn packetIn = requester.receive(RC_SEND_ONLY, cc().psn(1));
    checks().verifyPayload(packetIn, pattern(Long.BYTES));
    return packetIn;
  }

  private void verifyDistance(PacketIn again, PacketIn previous) {
    Duration least = T_TR.minus(T_TR.dividedBy(100)).minusNanos(dut().latenessNanos());
    long distance = again.nanos() - previous.nanos();
    verify(
        again,
        distance >= least.toNanos(),
        () -> "%.1f ms or more after the previous SEND".formatted(least.toNanos() / 1e6),
        () -> "after %.1f ms".formatted(distance / 1e6));
  }

  private void longest() throws TestException {
    step("6");
    begin(new Retries(LONGEST_TIMEOUT, 1, 0, 0));
    requester.postShortSend(1);
    receiveSend();
    packets().verifySilence(cc().psn(1));
    requester.acknowledge(cc().psn(1), 2);
    work().verifyEnded(work().pollSends(1), List.of(Ended.well(1)));
  }
}
