package org.ibassay.suite.c09;

import static org.ibassay.suite.MessageData.pattern;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.time.Duration;
import java.util.List;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.Completion;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.link.upper.SendRequest;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.PacketOut;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.Syndrome;

/// # After an RNR NAK, a requester waits for at least the time that its timer field specifies
///
/// - Section: 9.7.5.2.8.1
/// - Coverage: v1c09-130
/// - Topology: SimpleLink: Tester=Transport Tester; Width=1X, 4X or 12X
/// - DUT qualifiers: none
/// - Assertions: V1c09-130#01
///
/// The DUT sends a SEND Only, which the tester answers with an RNR NAK of 491.52 ms. The DUT
/// retries the SEND no earlier than that and, after a second RNR NAK, completes it in error.
///
/// ## Notes
///
/// - The public page prints 492.52 ms for timer code 31; the table of the specification says 491.52
///   ms.
/// - The public page's IBV_WC_RNR_RETRY_EXEC_ERR is IBV_WC_RNR_RETRY_EXC_ERR of the verbs.
/// - A DUT may wait longer than the timer specifies, and the specification sets no limit; only a
///   retry that does not follow within five seconds is reported as missing.
/// - A Retry Count of 1 allows one retry: steps 9 and A1 to A3 verify that.
/// - The procedure is run for each START_PSN.
/// - A stock program on the DUT's host, rping, decides on length and data of the SEND; step 5 then
///   only verifies that it is valid, and A1 that the retry has the same data. Steps 8 and 9 are not
///   applicable there, because no completion is reported.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC).
/// - I2: The QP's RNR Retry Count is 1; the default of 0 would complete the request at the first
///   RNR NAK.
///
/// ## Procedure
///
/// - 1: Register a memory region.
/// - 2: Post one receive request for the one packet.
/// - 3: The DUT sends one RC SEND Only of PMTU: SENDWQE.MsgSize = CC.PMTU, Count = 1,
///   PostRcSend(CC, SENDWQE).
/// - 4: Receive.
/// - 5: Verify that the packet is valid and carries the data.
/// - 6: Verify that it is a SEND Only with the right PSN. [V1c09-130#01]
/// - 7: The tester sends an RNR NAK with timer code 31.
/// - 8: Poll the DUT's send queue; verify that nothing has completed. [V1c09-130#01]
/// - A1: Receive the retry: the same packet; verify that it is received no earlier than 491.52 ms
///   after the RNR NAK. [V1c09-130#01]
/// - A2: The tester sends another RNR NAK.
/// - 9: The DUT completes the request with IBV_WC_RNR_RETRY_EXC_ERR. [V1c09-130#01]
/// - A3: Verify that there is no further retry. [ia-c09-130-01#01]
/// - 10: CloseRcChannel(CC).
@Td(dut = DutKind.CA, needs = Ability.ONE_REQUEST, effect = Effect.READS, parameters = START_PSN)
public final class C09_130_01 extends TransportTest {
  private static final Syndrome.RnrNak RNR_NAK = new Syndrome.RnrNak(31);
  private static final int MIN_RNR_TIMER = 12;

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    step("I2");
    openRcChannel(new Retries(0, 0, 1, MIN_RNR_TIMER));
    return true;
  }

  @Override
  public boolean execute() throws TestException {
    repeatForStartPsns(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("1");
    MemoryRegion region = memory().register();
    byte[] data = pattern(cc().pmtu());
    memory().fill(region, data);
    step("3");
    work().post(new SendRequest.Send(1, region.slice(0, data.length)));
    step("6");
    PacketIn packetIn = sendOnly();
    step("5");
    byte[] sent = dut().can(Ability.REQUESTS) ? data : packetIn.payload();
    checks().verifyPayload(packetIn, sent);

    step("7");
    long refused = now();
    sendRnrNak();
    step("8");
    if (dut().lets(Ability.STATUSES)) {
      work().verifyNone(work().pollSendsAfterSilence());
    }

    step("A1");
    PacketIn again = sendOnly();
    checks().verifyPayload(again, sent);
    verifyWaited(again, again.nanos() - refused);
    step("A2");
    sendRnrNak();

    step("9");
    if (dut().lets(Ability.STATUSES)) {
      List<Completion> ended = work().pollSends(1);
      verify(
          0,
          ended.size() == 1 && ended.getFirst().status() == Completion.Status.RNR_RETRY_EXC_ERR,
          () -> "one completion, RNR_RETRY_EXC_ERR",
          () -> DutWork.shown(ended));
    }
    step("A3");
    waitFor(Duration.ofNanos(RNR_NAK.nanos()));
    packets().verifySilence(cc().dutStartPsn());
    step("10");
    closeRcChannel();
  }

  private PacketIn sendOnly() throws TestException {
    return expect(RC_SEND_ONLY, cc().dutStartPsn());
  }

  private void sendRnrNak() throws TestException {
    int executed = dut().can(Ability.REQUESTS) ? 0 : 1; // rping has READ before
    transportTxPacket(PacketOut.of(RC_ACK).aeth(RNR_NAK, executed), cc().dutStartPsn());
  }

  private void verifyWaited(PacketIn again, long nanos) {
    verify(
        again,
        nanos >= RNR_NAK.nanos(),
        () -> "the retry no earlier than %.2f ms after the RNR NAK".formatted(ms(RNR_NAK.nanos())),
        () -> "after %.2f ms".formatted(ms(nanos)));
  }

  private static double ms(long nanos) {
    return nanos / 1e6;
  }
}
