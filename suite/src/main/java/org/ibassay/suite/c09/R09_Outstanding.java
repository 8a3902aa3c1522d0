package org.ibassay.suite.c09;

import static org.ibassay.suite.Parameter.START_PSN;
import static org.ibassay.wire.packet.OpCode.RC_ATOMIC_ACK;
import static org.ibassay.wire.packet.OpCode.RC_FETCHADD;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_REQ;
import static org.ibassay.wire.packet.OpCode.RC_RDMA_READ_RESP_ONLY;

import java.util.List;
import java.util.stream.LongStream;
import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.RcSettings.Retries;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutWork.Ended;
import org.ibassay.suite.Effect;
import org.ibassay.suite.PacketIn;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportTest;
import org.ibassay.wire.packet.OpCode;

/// # The DUT never exceeds its limit of outstanding READ and atomic requests
///
/// - Section: 9.4
/// - Coverage: none
/// - Topology: SimpleLink: Tester=Transport Tester
/// - DUT qualifiers: none
/// - Assertions: ia-r09-outstanding#01, ia-r09-outstanding#02, ia-r09-outstanding#03
///
/// The DUT posts two READs and atomics more than it may have outstanding. The tester counts the
/// requests that it receives before it responds to any, and again after it has responded to one.
/// When all have been answered, all have completed.
///
/// ## Notes
///
/// - Ours, carried out with limits of 1 and 3, as far as the DUT goes. READs and FetchAdds count
///   together, and take turns; a DUT without atomics posts READs only.
/// - A DUT may have fewer outstanding than it may.
///
/// ## Procedure
///
/// - 1: Open a connection with the limit; register memory.
/// - 2: The DUT posts two requests more than the limit, READ and FetchAdd by turns.
/// - 3: Receive what comes; verify each packet's OpCode and PSN. [ia-r09-outstanding#01]
/// - 4: Verify with each that no more are unanswered than the limit. [ia-r09-outstanding#02]
/// - 5: Respond to the oldest, and do steps 3 and 4 again.
/// - 6: Respond to each in turn, and receive the others; verify that all have completed with
///   success, in order. [ia-r09-outstanding#03]
/// - 7: Close the connection.
@Td(dut = DutKind.CA, needs = Ability.REQUESTS, effect = Effect.READS, parameters = START_PSN)
public final class R09_Outstanding extends TransportTest {
  private static final List<Integer> LIMITS = List.of(1, 3);
  private static final int MORE = 2;

  private final DutRequester requester = new DutRequester(tt());

  private int came;
  private int answered;

  @Override
  public boolean execute() throws TestException {
    step("1");
    if (dut().attributes().maxReadsAsInitiator() < LIMITS.getFirst()) {
      leaveOutRest("the DUT has no READs or atomics outstanding");
    }
    for (int limit : LIMITS) {
      if (limit <= dut().attributes().maxReadsAsInitiator()) {
        carryOutCase("limit " + limit, () -> procedure(limit));
      }
    }
    return log().allPassed();
  }

  private void procedure(int limit) throws TestException {
    came = 0;
    answered = 0;
    step("1");
    closeRcChannel();
    openRcChannel(Retries.NONE, limit);
    requester.registerData();
    step("2");
    int all = limit + MORE;
    for (int i = 0; i < all; i++) {
      postOne(i);
    }
    step("3");
    count(receiveNext(), limit);
    watch(limit);
    step("5");
    respondToOldest();
    watch(limit);
    while (answered < all) {
      if (answered == came) {
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

  /// The next request has to come, as nothing stands in its way.
  private PacketIn receiveNext() throws TestException {
    return requester.receive(nextOpCode(), cc().psn(came));
  }

  private OpCode nextOpCode() throws TestException {
    return isAtomic(came) ? RC_FETCHADD : RC_RDMA_READ_REQ;
  }

  /// Counts what comes until nothing does.
  private void watch(int limit) throws TestException {
    PacketIn next = packets().anyWithinSilence(cc().psn(came));
    while (next != null) {
      step("3");
      OpCode opCode = nextOpCode();
      PacketIn packetIn = next;
      verify(packetIn, packetIn.is(opCode), opCode::name, packetIn::toString);
      checks().verifyPsn(packetIn, cc().psn(came));
      count(packetIn, limit);
      if (came > limit + MORE) {
        throw new TestException(
            TestException.Cause.DUT,
            "step 4: received more requests than the DUT was asked to send");
      }
      next = packets().anyWithinSilence(cc().psn(came));
    }
  }

  private void count(PacketIn packetIn, int limit) {
    step("4");
    came++;
    verify(
        packetIn,
        came - answered <= limit,
        () -> "%d unanswered READs and atomics at most".formatted(limit),
        () -> "%d with %s".formatted(came - answered, packetIn));
  }

  private void respondToOldest() throws TestException {
    requester.respond(
        isAtomic(answered) ? RC_ATOMIC_ACK : RC_RDMA_READ_RESP_ONLY,
        cc().psn(answered),
        answered + 1);
    answered++;
  }
}
