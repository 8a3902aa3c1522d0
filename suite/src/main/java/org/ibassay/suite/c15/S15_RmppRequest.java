package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.TableTransfer.ANSWER;
import static org.ibassay.suite.c15.TableTransfer.LONG;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;
import org.ibassay.link.dut.Dut;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SegmentExchange;
import org.ibassay.suite.SegmentSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.PathRecord;
import org.jspecify.annotations.Nullable;

/// # A segmented request is received up to the window, and answered when it is complete
///
/// - Section: 13.6
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-rmpp-request#01, ia-s15-rmpp-request#02, ia-s15-rmpp-request#03,
///   ia-s15-rmpp-request#04, ia-s15-rmpp-request#05, ia-s15-rmpp-request#06,
///   ia-s15-rmpp-request#07, ia-s15-rmpp-request#08, ia-s15-rmpp-request#09, ia-s15-rmpp-request#10
///
/// The tester is the sender of a SubnAdmGetMulti(MultiPathRecord) of eight segments, and the DUT
/// its receiver. Segments are lost, duplicated and out of order; some are invalid, and some
/// transfers end early. An incomplete request gets no response; a complete one does.
///
/// ## Notes
///
/// - This test is the suite's own. The request is for paths from the tester and the DUT, each named
///   many times, to both: the GIDs of the destinations are at the end of the last segment. N is its
///   number.
/// - If the stack below the tester handles RMPP itself, segments cannot be observed, and the test
///   does not apply. Nor does it if the DUT does not declare IsMultiPathSupported.
/// - How many segments the DUT accepts at a time is up to the DUT. Packets received within 700 ms
///   count as the response to a segment. Out-of-order segments may be kept or dropped, so that
///   unacknowledged segments are retransmitted, in order, at most three times.
/// - A complete request is answered when the direction of the transfer turns, which the requester
///   requests by an ACK of SegmentNumber 0 and NewWindowLast 1 (13.6.3), or at once, as by Linux:
///   reading `rmpp-turn`. Whether a wrong segment ends the transfer by an ABORT is the reading
///   `rmpp-wrong-segment`; an ABORT may also give no reason (RMPPStatus 127).
/// - Where packets can be lost, a step counts only if all of it passes; otherwise it is undecided.
///
/// ## Procedure
///
/// - A1: SubnAdmGet(ClassPortInfo); read IsMultiPathSupported.
/// - A2: Send segment 1; verify that it is acknowledged by an ACK with RMPPVersion 1,
///   RMPPFlags.Active, RMPPStatus 0, SegmentNumber 1 and NewWindowLast 2 or more.
///   [ia-s15-rmpp-request#01]
///   - A2.1: Send the segments of each window in turn. For every ACK, here and below, verify that
///     the segment that it acknowledges, and all before it, have been sent.
///     [ia-s15-rmpp-request#02]
///   - A2.2: Verify that the last segment of each window is acknowledged, finally segment N, that
///     NewWindowLast is not less than SegmentNumber, and that the window does not shrink.
///     [ia-s15-rmpp-request#03]
///   - A2.3: ACK of SegmentNumber 0; acknowledge each segment of the response. Verify that it is a
///     complete transfer with Status 0, of paths between these ports. [ia-s15-rmpp-request#04]
///   - A2.4: Verify that nothing is sent for a minute. [ia-s15-rmpp-request#05]
/// - A3: For each segment except the first: send all others in order, within the window, then the
///   missing one.
///   - A3.1: Verify that the request is answered as in step A2.3. [ia-s15-rmpp-request#04]
/// - A4: Send every segment twice, and segment N once more after the direction has turned; send the
///   segments of every window in reverse order. Verify that the request is answered as in step
///   A2.3. [ia-s15-rmpp-request#04]
/// - A5: Send segment 2 first; send segment 1, and then those beyond the window, if there are any;
///   turn the direction. Verify that there is no response. [ia-s15-rmpp-request#06]
/// - A6: Send segment 1, then segment 2 with RMPPVersion 0, 2 or 255 (RMPPStatus 125 reports it),
///   RMPPType 0, 5 or 255 (121), RMPPStatus 1 or 127 (124), SegmentNumber 0 or RMPPFlags.First
///   (120). Verify:
///   - A6.1: It is not acknowledged, nor are the next segments of the window.
///     [ia-s15-rmpp-request#02]
///   - A6.2: If there is an ABORT, its RMPPStatus is the corresponding one, or 127.
///     [ia-s15-rmpp-request#07]
///   - A6.3: If there is one, the remaining segments get no response. [ia-s15-rmpp-request#08]
///   - A6.4: The next request is answered as in step A2.3. [ia-s15-rmpp-request#09]
/// - A7: Send segments 1 and 2, then a STOP with RMPPStatus 1, or an ABORT with each RMPPStatus
///   from 118 to 127, and the remaining segments. Verify that there is no response, and that the
///   next request is answered. [ia-s15-rmpp-request#08]
///   - A7.1: The next request is answered as in step A2.3. [ia-s15-rmpp-request#09]
/// - A8: Send segment 1, and nothing for two minutes. Verify that an ABORT has RMPPStatus 118, 126
///   or 127. [ia-s15-rmpp-request#07]
///   - A8.1: The next request is answered as in step A2.3. [ia-s15-rmpp-request#09]
/// - A9: Send all segments, turn the direction, and acknowledge nothing of the response. Verify
///   that no segment after the first is sent. [ia-s15-rmpp-request#10]
/// - A10: SubnAdmGetTable(PathRecord) from the tester with NumbPath 1; verify MADHeader:Status ==
///   0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_RmppRequest extends C15_0_1_012 {
  /// With this many source GIDs a request has eight segments.
  private static final int SOURCES = 92;

  @Override
  public @Nullable String missing(Dut dut) {
    String missing = super.missing(dut);
    return missing == null ? SegmentExchange.missing(dut) : missing;
  }

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(this::procedure);
    return log().allPassed();
  }

  private void procedure() throws TestException {
    step("A1");
    sendMad(subnAdmGet(ClassPortInfo.ATTRIBUTE));
    SaPacketSpec info = receiveMad();
    needs(info.status() == 0, "the SA did not return its ClassPortInfo");
    if (info.record().data(ClassPortInfo.IS_MULTIPATH_SUPPORTED) == 0) {
      leaveOutRest("the SA does not declare IsMultiPathSupported");
      return;
    }
    List<MemorySegment> request = request();
    SegmentExchange exchange = segments();
    RequestAnswer answer = new RequestAnswer(steps(), List.of(tester().gid(), dut().gid()));
    exchange.carryOut("A2", () -> sendCarefully(exchange, request, answer));
    for (int lost = 2; lost <= request.size(); lost++) {
      int number = lost;
      at(
          "segment",
          number,
          () -> exchange.carryOut("A3", () -> lose(begun("A3", 1), number, answer)));
    }
    exchange.carryOut("A4", () -> repeat(begun("A4", 1), answer));
    exchange.carryOut("A4", () -> reverse(begun("A4", 1), answer));
    exchange.carryOut("A5", this::sendBeyond);
    for (WrongSegment wrong : WrongSegment.all()) {
      at(
          wrong.field(),
          wrong.value(),
          () -> exchange.carryOut("A6", () -> sendWrong(wrong, answer)));
    }
    breakOff(exchange, answer);
    exchange.carryOut("A8", () -> fallSilent(answer));
    exchange.carryOut("A9", this::acknowledgeNothing);
    step("A10");
    sendMad(
        subnAdmGetTable(PathRecord.ATTRIBUTE)
            .with(PathRecord.SGID, tester().gid())
            .with(PathRecord.NUMB_PATH, 1));
    verifyStatusOk(receiveMad());
  }

  private List<MemorySegment> request() {
    List<Gid> from = new ArrayList<>(Collections.nCopies(SOURCES / 2, tester().gid()));
    from.addAll(Collections.nCopies(SOURCES / 2, dut().gid()));
    return MultiPathQuery.of(from, List.of(tester().gid(), dut().gid())).segments();
  }

  /// Begins a transfer of which the DUT has received one segment.
  private RequestTransfer begun(String step, int number) throws TestException {
    step(step);
    return RequestTransfer.begin(steps(), segments(), request(), number);
  }

  private void sendCarefully(
      SegmentExchange exchange, List<MemorySegment> request, RequestAnswer answer)
      throws TestException {
    step("A2.1");
    RequestTransfer transfer = RequestTransfer.begin(steps(), exchange, request, 1);
    step("A2");
    answer.verifyFirstAck(transfer);
    step("A2.1");
    transfer.sendRest();
    step("A2.2");
    answer.verifyWindows(transfer);
    answer.noteTurn(transfer);
    step("A2.1");
    transfer.takeAnswer();
    step("A2.3");
    answer.verifyWhole(transfer);
    int before = transfer.received().size();
    step("A2.4");
    if (transfer.segment(1) == null) {
      inconclusive("no response was received");
      return;
    }
    transfer.receive(LONG);
    List<SegmentSpec> more = transfer.received().subList(before, transfer.received().size());
    transfer.verify(
        more.isEmpty() ? null : more.getFirst(), more.isEmpty(), "nothing more", more.toString());
  }

  private void answered(String step, RequestTransfer transfer, RequestAnswer answer)
      throws TestException {
    transfer.sendRest();
    transfer.takeAnswer();
    step(step);
    answer.verifyWhole(transfer);
  }

  private void lose(RequestTransfer transfer, int lost, RequestAnswer answer) throws TestException {
    while (transfer.windowLast() < lost && transfer.end() == null) {
      int before = transfer.windowLast();
      for (int number : transfer.window()) {
        transfer.send(number);
      }
      transfer.receive(ANSWER);
      if (transfer.windowLast() == before) {
        break;
      }
    }
    for (int number : transfer.window()) {
      if (number != lost) {
        transfer.send(number);
      }
    }
    transfer.receive(ANSWER);
    answered("A3.1", transfer, answer);
  }

  private void repeat(RequestTransfer transfer, RequestAnswer answer) throws TestException {
    transfer.send(1);
    transfer.receive(ANSWER);
    while (!transfer.window().isEmpty() && transfer.end() == null) {
      int before = transfer.acknowledged();
      for (int number : transfer.window()) {
        transfer.send(number);
        transfer.send(number);
      }
      transfer.receive(ANSWER);
      if (transfer.acknowledged() == before) {
        break;
      }
    }
    transfer.turn();
    transfer.send(transfer.count());
    answered("A4", transfer, answer);
  }

  private void reverse(RequestTransfer transfer, RequestAnswer answer) throws TestException {
    for (int i = 0; i < transfer.count() && transfer.end() == null; i++) {
      List<Integer> window = transfer.window();
      for (int number : window.reversed()) {
        transfer.send(number);
      }
      transfer.receive(ANSWER);
      if (!transfer.window().isEmpty() && transfer.window().equals(window)) {
        transfer.send(window.getFirst());
        transfer.receive(ANSWER);
      }
    }
    answered("A4", transfer, answer);
  }

  private void sendBeyond() throws TestException {
    step("A5");
    RequestTransfer second = RequestTransfer.begin(steps(), segments(), request(), 2);
    second.verifyNoAnswer();
    second.abandon();
    RequestTransfer beyond = begun("A5", 1);
    for (int number = beyond.windowLast() + 1; number <= beyond.count(); number++) {
      beyond.send(number);
    }
    beyond.receive(ANSWER);
    beyond.turn();
    beyond.receive(ANSWER);
    beyond.verifyNoAnswer();
    beyond.abandon();
  }

  private void sendWrong(WrongSegment wrong, RequestAnswer answer) throws TestException {
    RequestTransfer transfer = begun("A6.1", 1);
    transfer.sendWrong(2, wrong.spoil());
    transfer.receive(ANSWER);
    if (transfer.end() == null) {
      for (int number = 3; number <= transfer.windowLast(); number++) {
        transfer.send(number);
      }
      transfer.receive(ANSWER);
    }
    step("A6.2");
    transfer.verifyReason(wrong.reason());
    answer.noteWrong(transfer);
    step("A6.3");
    if (transfer.end() != null) {
      sendAll(transfer, 2);
      transfer.verifyNoAnswer();
    }
    transfer.abandon();
    answered("A6.4", begun("A6.1", 1), answer);
  }

  private static void sendAll(RequestTransfer transfer, int from) throws TestException {
    for (int number = from; number <= transfer.count(); number++) {
      transfer.send(number);
    }
    transfer.receive(ANSWER);
    transfer.turn();
    transfer.receive(ANSWER);
  }

  private void breakOff(SegmentExchange exchange, RequestAnswer answer) throws TestException {
    int stop = RmppStatus.RESOURCES_EXHAUSTED;
    at("STOP", stop, () -> exchange.carryOut("A7", () -> end(RmppHeader.TYPE_STOP, stop, answer)));
    int[] reasons =
        IntStream.rangeClosed(RmppStatus.TOTAL_TIME_TOO_LONG, RmppStatus.UNSPECIFIED).toArray();
    for (int reason : reasons) {
      at(
          "ABORT",
          reason,
          () -> exchange.carryOut("A7", () -> end(RmppHeader.TYPE_ABORT, reason, answer)));
    }
  }

  private void end(int type, int status, RequestAnswer answer) throws TestException {
    RequestTransfer transfer = begun("A7", 1);
    transfer.send(2);
    transfer.end(type, status);
    sendAll(transfer, 3);
    step("A7");
    transfer.verifyNoAnswer();
    answered("A7.1", begun("A7", 1), answer);
  }

  private void fallSilent(RequestAnswer answer) throws TestException {
    RequestTransfer transfer = begun("A8", 1);
    transfer.receive(LONG);
    transfer.receive(LONG);
    transfer.verifyReason(RmppStatus.TOTAL_TIME_TOO_LONG, RmppStatus.TOO_MANY_RETRIES);
    transfer.abandon();
    answered("A8.1", begun("A8", 1), answer);
  }

  private void acknowledgeNothing() throws TestException {
    RequestTransfer transfer = begun("A9", 1);
    transfer.sendRest();
    transfer.turn();
    transfer.receive(ANSWER);
    SegmentSpec second = transfer.segment(2);
    transfer.verify(second, second == null, "segment 1 only", String.valueOf(second));
    transfer.abandon();
  }
}
