package org.ibassay.suite.c09;

import static org.ibassay.suite.ChannelContext.TT_ADDRESS;
import static org.ibassay.suite.ChannelContext.TT_RKEY;
import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;

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
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;

/// # A request that is not acknowledged is retried, then completed in error
///
/// - Section: 9.7.6.1.3.4
/// - Coverage: v1c09-142, v1c09-143
/// - Topology: SimpleLink: Tester=Transport Tester; Width=1X, 4X or 12X
/// - DUT qualifiers: a DUT without Automatic Path Migration
/// - Assertions: V1c09-142#01, v1c09-143#01
///
/// The tester drops an RDMA READ of the DUT. When its ACK timeout expires, the DUT sends the
/// request again, as often as its Retry Count allows, and then completes it in error.
///
/// ## Notes
///
/// - T_tr, the time that the ACK timeout code specifies, is 4.096 us * 2^18 = 1.07 s. The
///   specification allows the DUT to wait from T_tr to four times as long. The tester does not know
///   when the DUT sends the request, only that it is not before the Work Request is posted. So
///   retry N fails if it is received sooner than N * T_tr after that, or later than N * 4 * T_tr.
///   The tester allows 1 % for clock differences at the lower bound, and a second for queuing at
///   the upper.
/// - The timer runs anew for each retry. Retry N also fails if it is received sooner than T_tr
///   after the request before it; on a real link, the tester allows for the time by which that
///   request may have been delayed.
/// - The public page's IBV_WC_RETRY_EXEC_ERR is IBV_WC_RETRY_EXC_ERR of the verbs, number 12.
/// - The last line of the public page is not known; the status of the completion is taken to be
///   that error.
/// - The procedure is run for each START_PSN.
/// - Steps 8 and 9 are not applicable where the status of the completion is not known, as with a
///   stock program on the DUT's host. Step 7 then waits for 4 * T_tr first.
///
/// ## Initialization
///
/// - I1: OpenRcChannel(CC).
/// - I2: The QP's Retry Count is 2; the default of 0 would complete the request at the first
///   timeout.
/// - I3: The QP's ACK timeout is 18: 1.07 s.
///
/// ## Procedure
///
/// - 1: Register a memory region.
/// - 2: Post one receive request for the one packet.
/// - 3: The retry count is not zero.
/// - 4: T_tr is that of the QP's ACK timeout.
/// - 5: The DUT posts one RC READ of PMTU.
/// - 6: While the retry count is not 0: receive; verify that it is one READ Request, always the
///   same: OpCode, PSN, VA, R_Key, and DMALen; and that retry N is received between N * T_tr and N
///   * 4 * T_tr after step 5, and no sooner than T_tr after the previous request; drop it without a
///     response; decrement the count. [V1c09-142#01]
/// - 7: Verify that the number of retries is the retry count: no further request is received.
///   [v1c09-143#01]
/// - 8: The DUT raises IBV_WC_RETRY_EXC_ERR. [v1c09-143#01]
/// - 9: Poll; verify that there is exactly one completion. [v1c09-143#01]
/// - 10: CloseRcChannel(CC).
@Td(dut = DutKind.CA, needs = Ability.ONE_REQUEST, effect = Effect.READS, parameters = START_PSN)
public final class C09_142_01 extends TransportTest {
  private static final int RETRY_COUNT = 2;
  private static final int ACK_TIMEOUT = 18;
  private static final Duration T_TR = Duration.ofNanos(4096L << ACK_TIMEOUT);
  private static final int LATEST = 4;
  private static final Duration ON_THE_WAY = Duration.ofSeconds(1);

  @Override
  protected boolean initialize() throws TestException {
    step("I1");
    step("I2");
    step("I3");
    openRcChannel(new Retries(ACK_TIMEOUT, RETRY_COUNT, 0, 0));
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
    step("5");
    long posted = now();
    work().post(new SendRequest.Read(1, region.slice(0, cc().pmtu()), TT_ADDRESS, TT_RKEY));

    step("6");
    PacketIn previous = readRequest();
    for (int retry = 1; retry <= RETRY_COUNT; retry++) {
      PacketIn packetIn = readRequest();
      verifyTime(packetIn, retry, Duration.ofNanos(packetIn.nanos() - posted));
      verifyDistance(packetIn, Duration.ofNanos(packetIn.nanos() - previous.nanos()));
      previous = packetIn;
    }
    step("8");
    boolean areSeen = dut().lets(Ability.STATUSES);
    List<Completion> completions = areSeen ? completions() : List.of();
    step("7");
    if (!areSeen) {
      waitFor(T_TR.multipliedBy(LATEST));
    }
    packets().verifySilence(cc().dutStartPsn());
    step("9");
    if (dut().lets(Ability.STATUSES)) {
      int all = completions.size() + work().pollSendsAfterSilence().size();
      verify(0, all == 1, () -> "1 completion", () -> all + " completions");
    }
    step("10");
    closeRcChannel();
  }

  private List<Completion> completions() throws TestException {
    List<Completion> completions = work().pollSends(1, T_TR.multipliedBy(LATEST));
    verify(
        0,
        !completions.isEmpty()
            && completions.getFirst().status() == Completion.Status.RETRY_EXC_ERR,
        () -> "a completion RETRY_EXC_ERR",
        () -> DutWork.shown(completions));
    return completions;
  }

  private PacketIn readRequest() throws TestException {
    PacketIn packetIn = expect(RC_RDMA_READ_REQ, cc().dutStartPsn());
    checks().verifyReth(packetIn, TT_ADDRESS, TT_RKEY, cc().pmtu());
    return packetIn;
  }

  /// Uses the time of reception by the tester's clock, because the time of sending is not known.
  /// The first request is not sent before it is posted.
  private void verifyTime(PacketIn packetIn, int retry, Duration time) {
    takeTime();
    Duration earliest = T_TR.multipliedBy(retry);
    Duration latest = earliest.multipliedBy(LATEST).plus(dut().roundTripTime()).plus(ON_THE_WAY);
    verify(
        packetIn,
        time.compareTo(earliest.minus(earliest.dividedBy(100))) >= 0 && time.compareTo(latest) <= 0,
        () ->
            "retry %d from %.3f to %.3f s after the READ was posted"
                .formatted(retry, seconds(earliest), seconds(latest)),
        () -> "after %.3f s".formatted(seconds(time)));
  }

  private void verifyDistance(PacketIn packetIn, Duration distance) {
    Duration least = T_TR.minus(T_TR.dividedBy(100)).minusNanos(dut().latenessNanos());
    verify(
        packetIn,
        distance.compareTo(least) >= 0,
        () -> "%.3f s or more after the previous request".formatted(seconds(least)),
        () -> "after %.3f s".formatted(seconds(distance)));
  }

  private static double seconds(Duration time) {
    return time.toNanos() / 1e9;
  }
}
