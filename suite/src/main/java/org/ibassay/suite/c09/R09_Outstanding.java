package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;
import static org.ibassay.wire.packet.OpCode.RC_SEND_ONLY;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
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
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Syndrome.Nak;

/// # The DUT never exceeds its limit of outstanding READ and atomic requests
///
/// - Section: 9.4
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-outstanding#01, ia-r09-outstanding#02, ia-r09-outstanding#03,
///   ia-r09-outstanding#04
///
/// The DUT posts two READs and atomics more than it may have outstanding, and a SEND. The tester
/// counts the requests that it receives before it responds to any, and again after it has responded
/// to one. When all have been answered, all have completed, in the order posted. If the first is
/// answered with a NAK instead, the others are flushed in that order, whether they were sent or
/// not.
///
/// ## Notes
///
/// - This test is the suite's own. Run with limits of 1 and 3, as far as the DUT supports them.
///   READs and FetchAdds count toward the same limit, and alternate; a DUT without atomics posts
///   READs only.
/// - A DUT may have fewer requests outstanding than its limit.
/// - The SEND does not count toward the limit, but it follows the requests posted before it.
///
/// ## Procedure
///
/// - 1: Open a connection with the limit; register memory.
/// - 2: The DUT posts two requests more than the limit, READs and FetchAdds alternately, and then a
///   SEND.
/// - 3: Receive the requests; verify each packet's OpCode and PSN. [ia-r09-outstanding#01]
/// - 4: After each, verify that the number of unanswered requests does not exceed the limit.
///   [ia-r09-outstanding#02]
/// - 5: Respond to the oldest, and repeat steps 3 and 4.
/// - 6: Respond to each in turn, and receive the others; verify that all have completed with
///   success, in order. [ia-r09-outstanding#03]
/// - 7: Close the connection.
/// - 8: Perform steps 1 and 2; receive the first request; answer it with a remote access error NAK.
///   Verify that it completes with IBV_WC_REM_ACCESS_ERR, and the others with IBV_WC_WR_FLUSH_ERR,
///   in order. [ia-r09-outstanding#04]
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_Outstanding extends TransportTest {
  private static final List<Integer> LIMITS = List.of(1, 3);
  private static final int MORE = 2;

  private final DutRequester requester = new DutRequester(tt());

  private int received;
  private int answered;

  /// Number of READs and atomics; the SEND has this index.
  private int counted;

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (dut().attributes().maxReadsAsInitiator() < LIMITS.getFirst()) {
      leaveOutRest("the DUT supports no outstanding READs or atomics");
    }
    for (int limit : LIMITS) {
      if (limit <= dut().attributes().maxReadsAsInitiator()) {
        carryOutCase("limit " + limit, () -> procedure(limit));
        carryOutOnce("limit " + limit + ", refused", () -> refused(limit));
      }
    }
    return log().allPassed();
  }

  /// @return number of requests
  private int post(int limit) throws TestException {
    received = 0;
    answered = 0;
    step("1");
    closeRcChannel();
    openRcChannel(Retries.NONE, limit);
    requester.registerData();
    step("2");
    counted = limit + MORE;
    for (int i = 0; i < counted; i++) {
      postOne(i);
    }
    requester.postShortSend(counted);
    return counted + 1;
  }

  private void refused(int limit) throws TestException {
    int all = post(limit);
    step("8");
    receiveNext();
    requester.refuse(new Nak(Nak.REMOTE_ACCESS_ERROR), cc().psn(0), 0);
    List<Ended> ended = new ArrayList<>(List.of(new Ended(0, Status.REM_ACCESS_ERR)));
    LongStream.range(1, all).mapToObj(Ended::flushed).forEach(ended::add);
    work().verifyEnded(work().pollSends(all), ended);
  }

  private void procedure(int limit) throws TestException {
    int all = post(limit);
    step("3");
    count(receiveNext(), limit);
    watch(limit);
    step("5");
    respondToOldest();
    watch(limit);
    while (answered < all) {
      if (answered == received) {
        step("3");
        count(receiveNext(), limit);
      }
      step("6");
      respondToOldest();
    }
    List<Ended> succeeded = LongStream.range(0, all).mapToObj(Ended::well).toList();
    work().verifyEnded(work().pollSends(all), succeeded);
    step("7");
  }

  private boolean isAtomic(int index) throws TestException {
    return index % 2 == 1 && RequestKind.FETCHADD.isServedBy(dut());
  }

  private void postOne(int index) throws TestException {
    if (isAtomic(index)) {
      requester.post(RequestKind.FETCHADD, index);
    } else {
      requester.postShortRead(index);
    }
  }

  /// Receives the next request, which nothing blocks.
  private PacketIn receiveNext() throws TestException {
    return requester.receive(nextOpCode(), cc().psn(received));
  }

  private OpCode nextOpCode() throws TestException {
    if (received >= counted) {
      return RC_SEND_ONLY;
    }
    return isAtomic(received) ? RC_FETCHADD : RC_RDMA_READ_REQ;
  }

  /// Counts the requests received until there are no more.
  private void watch(int limit) throws TestException {
    PacketIn next = packets().anyWithinSilence(cc().psn(received));
    while (next != null) {
      step("3");
      OpCode opCode = nextOpCode();
      PacketIn packetIn = next;
      verify(packetIn, packetIn.is(opCode), opCode::name, packetIn::toString);
      checks().verifyPsn(packetIn, cc().psn(received));
      count(packetIn, limit);
      if (received > counted + 1) {
        throw new TestException(
            TestException.Cause.DUT, "step 4: received more requests than were posted");
      }
      next = packets().anyWithinSilence(cc().psn(received));
    }
  }

  private void count(PacketIn packetIn, int limit) {
    step("4");
    received++;
    if (received <= counted) {
      verify(
          packetIn,
          received - answered <= limit,
          () -> "at most %d unanswered READs and atomics".formatted(limit),
          () -> "%d with %s".formatted(received - answered, packetIn));
    }
  }

  private void respondToOldest() throws TestException {
    requester.respond(response(), cc().psn(answered), answered + 1);
    answered++;
  }

  private OpCode response() throws TestException {
    if (answered == counted) {
      return RC_ACK;
    }
    return isAtomic(answered) ? RC_ATOMIC_ACK : RC_RDMA_READ_RESP_ONLY;
  }
}
