package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion.Status;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Part;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Syndrome;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # A NAK acknowledges the requests before it, and a retry repeats all requests after it
///
/// - Section: 9.7.5.1.2
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-retry-of-several#01, ia-r09-retry-of-several#02, ia-r09-retry-of-several#03
///
/// The DUT has several SENDs outstanding. The tester answers one in the middle with a PSN sequence
/// error NAK, twice, with an RNR NAK, or with a NAK that ends the connection; or it answers none.
/// The SENDs before a NAK complete with success. From the NAKed one on, the DUT sends all of them
/// again, in order, or completes them in error.
///
/// ## Notes
///
/// - This test is the suite's own. R09_SequenceNak, R09_RnrRetry, and R09_Refused answer the oldest
///   request.
/// - A DUT may wait for acknowledges before it sends all SENDs. Then the NAK is for the last one
///   that it has sent, and the tester acknowledges the others as they are received.
/// - One of the SENDs has no payload.
/// - The first WRITE is not tested: its acknowledge disables credit counting.
/// - The ACK timeout of the RNR NAK's connection is shorter than its timer: the DUT waits as long
///   as the RNR NAK specifies, whatever the ACK timeout is.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC), with Retry Count 3, RNR Retry Count 3, and ACK timeout 0, infinite.
///
/// ## Procedure
///
/// - 1: For each answer: open a connection, with ACK timeout 17 (537 ms) for the RNR NAK, and 18
///   (1.07 s) for no answer; register memory; have the DUT execute one WRITE. The DUT posts four
///   SENDs.
/// - 2: Receive them: OpCode, PSN, payload. [ia-r09-retry-of-several#01]
/// - 3: Answer the third one: with a PSN sequence error NAK; with an RNR NAK of 655.36 ms; with a
///   remote access error NAK; or not at all.
/// - 4: After a PSN sequence error or RNR NAK, receive the third and the fourth SEND again; after
///   no answer, all of them: OpCode, PSN, payload. After an RNR NAK, verify that the third SEND is
///   received no earlier than 655.36 ms after it. [ia-r09-retry-of-several#02]
/// - 5: After a PSN sequence error NAK: answer the fourth with another one; receive it again.
///   [ia-r09-retry-of-several#02]
/// - 6: Acknowledge the fourth; verify that all four complete with success, in order. After a
///   remote access error NAK instead, verify that the first two complete with success, the third
///   with IBV_WC_REM_ACCESS_ERR, and the fourth with IBV_WC_WR_FLUSH_ERR.
///   [ia-r09-retry-of-several#03]
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_RetryOfSeveral extends TransportTest {
  private static final int COUNT = 4;
  private static final int NAKED = 2;
  private static final int EMPTY = 3;
  private static final Syndrome.RnrNak RNR_NAK = new Syndrome.RnrNak(0);
  private static final Retries BY_NAK = new Retries(0, 3, 3, 0);
  private static final Retries BY_TIMER = new Retries(18, 3, 3, 0);
  private static final Retries WITHIN_RNR = new Retries(17, 3, 3, 0);

  private final DutRequester requester = new DutRequester(tt());

  /// Number of SENDs that the DUT has sent.
  private int sent;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    openRcChannel(BY_NAK);
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    carryOutCase("PSN sequence error", () -> procedure(BY_NAK, this::repeatTwice));
    carryOutCase("remote access error", () -> procedure(BY_NAK, this::refuse));
    carryOutCase("RNR", () -> procedure(WITHIN_RNR, this::rnr));
    carryOutCase("no answer", () -> procedure(BY_TIMER, () -> again(0)));
    return log().allPassed();
  }

  private void procedure(Retries times, Part answer) throws TestException {
    step("1");
    closeRcChannel();
    openRcChannel(times);
    requester.registerData();
    requester.exchangeFirstWrite();
    for (int i = 0; i < COUNT; i++) {
      work().post(new SendRequest.Send(i, memory().buffer().slice(0, bytes(i))));
    }
    step("2");
    sent = 0;
    while (sent < COUNT && (sent == 0 || packets().peek(psn(sent)) != null)) {
      receive(sent);
      sent++;
    }
    step("3");
    answer.run();
  }

  private static int bytes(int index) {
    return index == EMPTY ? 0 : Long.BYTES + index;
  }

  private int psn(int index) {
    return cc().psn(1 + index);
  }

  private static double ms(long nanos) {
    return nanos / 1e6;
  }

  private PacketIn receive(int index) throws TestException {
    PacketIn packetIn = requester.receive(RC_SEND_ONLY, psn(index));
    checks().verifyPayload(packetIn, pattern(bytes(index)));
    return packetIn;
  }

  /// The SEND that is NAKed.
  private int naked() {
    return Math.min(NAKED, sent - 1);
  }

  private void repeatTwice() throws TestException {
    Syndrome missing = new Nak(Nak.PSN_SEQUENCE_ERROR);
    requester.refuse(missing, psn(naked()), 1 + naked());
    step("4");
    int first = sent;
    receiveFrom(naked(), first);
    step("5");
    requester.refuse(missing, psn(sent - 1), sent);
    receive(sent - 1);
    finish();
  }

  private void rnr() throws TestException {
    long refused = now();
    requester.refuse(RNR_NAK, psn(naked()), 1 + naked());
    step("4");
    PacketIn again = receive(naked());
    long waited = again.nanos() - refused;
    verify(
        again,
        waited >= RNR_NAK.nanos(),
        () -> "the retry no earlier than %.2f ms after the RNR NAK".formatted(ms(RNR_NAK.nanos())),
        () -> "after %.2f ms".formatted(ms(waited)));
    again(naked() + 1);
  }

  private void again(int from) throws TestException {
    step("4");
    receiveFrom(from, sent);
    finish();
  }

  private void receiveFrom(int first, int end) throws TestException {
    for (int i = first; i < end; i++) {
      receive(i);
    }
  }

  private void finish() throws TestException {
    requester.acknowledge(psn(sent - 1), 1 + sent);
    while (sent < COUNT) {
      receive(sent);
      sent++;
      requester.acknowledge(psn(sent - 1), 1 + sent);
    }
    step("6");
    List<Ended> expected = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      expected.add(Ended.well(i));
    }
    work().verifyEnded(work().pollSends(COUNT), expected);
  }

  private void refuse() throws TestException {
    requester.refuse(new Nak(Nak.REMOTE_ACCESS_ERROR), psn(naked()), 1 + naked());
    step("6");
    List<Ended> expected = new ArrayList<>();
    for (int i = 0; i < COUNT; i++) {
      expected.add(
          i < naked()
              ? Ended.well(i)
              : i == naked() ? new Ended(i, Status.REM_ACCESS_ERR) : Ended.flushed(i));
    }
    work().verifyEnded(work().pollSends(COUNT), expected);
  }
}
