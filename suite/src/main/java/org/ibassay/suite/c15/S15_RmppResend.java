package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.TableTransfer.ANSWER;
import static org.ibassay.suite.c15.TableTransfer.HUGE;
import static org.ibassay.suite.c15.TableTransfer.LONG;

import java.time.Duration;
import java.util.List;
import org.ibassay.link.dut.Dut;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SegmentExchange;
import org.ibassay.suite.SegmentSpec;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.jspecify.annotations.Nullable;

/// # Unacknowledged segments of a table are retransmitted, for a limited time
///
/// - Section: 13.6
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-rmpp-resend#01, ia-s15-rmpp-resend#02, ia-s15-rmpp-resend#03,
///   ia-s15-rmpp-resend#04, ia-s15-rmpp-resend#05, ia-s15-rmpp-resend#06, ia-s15-rmpp-resend#07,
///   ia-s15-rmpp-resend#08, ia-s15-rmpp-resend#09
///
/// The tester, as the receiver of a long table, acts as if segments were lost and does not
/// acknowledge them. Then it acknowledges each segment several times, and finally none at all.
///
/// ## Notes
///
/// - This test is the suite's own. The table, and where the test does not apply, are as in
///   S15_RmppWindow; N is the number of the last segment.
/// - When the DUT retransmits a segment is up to the DUT, because it depends on packet lifetimes
///   and on RRespTime: the tester waits up to ten minutes. The number of retransmissions, at least
///   one, is also up to the DUT, as is whether it retransmits the whole window or only its first
///   segment.
/// - Packets received within 100 ms of an ACK may have crossed it and are not checked.
/// - What the DUT sends when it gives up is the reading `rmpp-giving-up`. An ABORT may also give no
///   reason (RMPPStatus 127).
/// - Where packets can be lost, a step counts only if all of it passes; otherwise it is undecided.
///
/// ## Procedure
///
/// - A1: Request tables, and acknowledge each segment, until one that is long enough is found.
/// - A2: SubnAdmGetTable; receive segment 1 and acknowledge nothing. Verify:
///   - A2.1: Segment 1 is retransmitted. [ia-s15-rmpp-resend#01]
///   - A2.2: No other segment is sent. [ia-s15-rmpp-resend#02]
/// - A3: ACK of segment 1, NewWindowLast 3; receive segments 2 and 3 and acknowledge neither.
///   Verify:
///   - A3.1: Segment 2 is retransmitted. [ia-s15-rmpp-resend#01]
///   - A3.2: No segment but 2 and 3 is sent. [ia-s15-rmpp-resend#02]
/// - A4: ACK of segment 2, NewWindowLast 3. Verify:
///   - A4.1: Segment 3 is retransmitted. [ia-s15-rmpp-resend#01]
///   - A4.2: No segment but 3 is sent. [ia-s15-rmpp-resend#02]
/// - A5: ACK of segment 3, NewWindowLast 0xFFFFFFFF; receive the remaining segments and acknowledge
///   none of them. Verify, if N is more than 3:
///   - A5.1: Segment 4 is retransmitted. [ia-s15-rmpp-resend#01]
///   - A5.2: No segment before 4 is sent. [ia-s15-rmpp-resend#02]
/// - A6: ACK of segment N - 1, unless it was acknowledged before, and of segment N. Verify:
///   - A6.1: What was retransmitted since step A2 is, except for RRespTime, identical to the first
///     transmission. [ia-s15-rmpp-resend#03]
///   - A6.2: Nothing is sent for a minute. [ia-s15-rmpp-resend#04]
/// - A7: SubnAdmGetTable; send each ACK three times: of segment 1 with NewWindowLast 2, of segment
///   2 with NewWindowLast 0xFFFFFFFF, and of segment N. Verify:
///   - A7.1: Only segments 1 and 2 are sent before the ACK of segment 2, and all segments after it.
///     [ia-s15-rmpp-resend#05]
///   - A7.2: No segment is sent for a minute after the last ACK. [ia-s15-rmpp-resend#04]
/// - A8: SubnAdmGetTable; send nothing more for twenty minutes. Verify:
///   - A8.1: Nothing is sent in the last ten minutes. [ia-s15-rmpp-resend#06]
///   - A8.2: If there is an ABORT, its RMPPStatus is 118, 126 or 127. [ia-s15-rmpp-resend#07]
///   - A8.3: ACK of segment 1, NewWindowLast 0xFFFFFFFF: no segment is sent.
///     [ia-s15-rmpp-resend#08]
/// - A9: SubnAdmGetTable; acknowledge each segment; verify that the whole table is received.
///   [ia-s15-rmpp-resend#09]
/// - A10: SubnAdmGetTable once more, with each segment acknowledged as it is received; verify
///   MADHeader:Status == 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_RmppResend extends C15_0_1_012 {
  private static final Duration PATIENCE = Duration.ofMinutes(10);
  private static final int TIMES = 3;

  @Override
  public @Nullable String missing(Dut dut) {
    String missing = super.missing(dut);
    return missing == null ? SegmentExchange.missing(dut) : missing;
  }

  @Override
  public boolean execute() throws TestException {
    repeatForSubnets(() -> {
      step("A1");
      LongTable table = LongTable.find(steps(), segments(), this::subnAdmGetTable);
      if (table != null) {
        table.carryOut("A2", () -> loseSegments(table));
        table.carryOut("A7", () -> repeatAcks(table));
        table.carryOut("A8", () -> beSilent(table));
        step("A10");
        sendMad(table.request());
        verifyStatusOk(receiveMad());
      }
    });
    return log().allPassed();
  }

  private void loseSegments(LongTable table) throws TestException {
    long last = table.segments();
    TableTransfer transfer = table.ask();
    List<SegmentSpec> again = transfer.receiveUntil(1, PATIENCE);
    step("A2.1");
    transfer.verifyHas(again, 1);
    step("A2.2");
    transfer.verifyOnly(again, 1, 1);
    step("A3");
    transfer.ackAndSettle(1, 3);
    again = transfer.receiveUntil(2, PATIENCE);
    step("A3.1");
    transfer.verifyHas(again, 2);
    step("A3.2");
    transfer.verifyOnly(again, 2, 3);
    step("A4");
    transfer.ackAndSettle(2, 3);
    again = transfer.receiveUntil(3, PATIENCE);
    step("A4.1");
    transfer.verifyHas(again, 3);
    step("A4.2");
    transfer.verifyOnly(again, 3, 3);
    step("A5");
    transfer.ackAndSettle(3, HUGE);
    if (last > 3) {
      again = transfer.receiveUntil(4, PATIENCE);
      step("A5.1");
      transfer.verifyHas(again, 4);
      step("A5.2");
      transfer.verifyOnly(again, 4, last);
      transfer.receive(ANSWER);
    }
    step("A6");
    if (last > 4) {
      transfer.ackAndSettle(last - 1, HUGE);
      transfer.receiveUntil(last, PATIENCE);
    }
    transfer.ackAndSettle(last, HUGE);
    step("A6.1");
    transfer.verifySame();
    step("A6.2");
    if (!transfer.verifySilence(transfer.receive(LONG))) {
      transfer.abandon();
    }
  }

  private void repeatAcks(LongTable table) throws TestException {
    long last = table.segments();
    TableTransfer transfer = table.ask();
    repeatAck(transfer, 1, 2);
    transfer.receive(ANSWER);
    step("A7.1");
    transfer.verifyOnly(transfer.received(), 1, 2);
    step("A7");
    repeatAck(transfer, 2, HUGE);
    transfer.receive(ANSWER);
    step("A7.1");
    transfer.verifyReceived(1, last);
    step("A7");
    repeatAck(transfer, last, HUGE);
    step("A7.2");
    transfer.verifyNoSegment(transfer.receive(LONG));
  }

  private static void repeatAck(TableTransfer transfer, long number, long windowLast)
      throws TestException {
    for (int i = 0; i < TIMES; i++) {
      transfer.ack(number, windowLast);
    }
  }

  private void beSilent(LongTable table) throws TestException {
    TableTransfer transfer = table.ask();
    transfer.receive(PATIENCE);
    List<SegmentSpec> late = transfer.receive(PATIENCE);
    step("A8.1");
    transfer.verifySilence(late);
    step("A8.2");
    transfer.verifyReason(RmppStatus.TOTAL_TIME_TOO_LONG, RmppStatus.TOO_MANY_RETRIES);
    transfer.note(Reading.RMPP_GIVING_UP, "silence");
    step("A8.3");
    transfer.ack(1, HUGE);
    if (!transfer.verifyNoSegment(transfer.receive(ANSWER))) {
      transfer.end(RmppHeader.TYPE_ABORT, RmppStatus.UNSPECIFIED);
    }
    step("A9");
    table.verifyWhole();
  }
}
