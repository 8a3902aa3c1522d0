package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.TableTransfer.ANSWER;
import static org.ibassay.suite.c15.TableTransfer.HUGE;
import static org.ibassay.suite.c15.TableTransfer.LONG;

import java.util.List;
import org.ibassay.link.dut.Dut;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SaPacketSpec;
import org.ibassay.suite.SegmentExchange;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.SaRequest;
import org.jspecify.annotations.Nullable;

/// # A table is sent in segments, within the window that the receiver opens
///
/// - Section: 13.6
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-rmpp-window#01, ia-s15-rmpp-window#02, ia-s15-rmpp-window#03,
///   ia-s15-rmpp-window#04, ia-s15-rmpp-window#05, ia-s15-rmpp-window#06, ia-s15-rmpp-window#07,
///   ia-s15-rmpp-window#08, ia-s15-rmpp-window#09, ia-s15-rmpp-window#10
///
/// The tester, as the receiver of a long table, opens the window by one segment, by many, and by
/// the maximum, and checks each segment.
///
/// ## Notes
///
/// - This test is the suite's own. The table is that of one of several record types without
///   components: the first that takes eight segments or more, otherwise the longest. It must have
///   at least three segments; N is the number of its last segment. The subnet does not change
///   during the test.
/// - If the stack below the tester handles RMPP itself, segments cannot be observed, and the test
///   does not apply.
/// - Each ACK acknowledges more than the previous one: whether another ACK may open the window is
///   open, because the sender of 13.6.6 discards it.
/// - PayloadLength counts the SA header of each segment. That of the first segment is the sum of
///   all, or 0 for unspecified; in other segments except the last it is meaningless.
/// - Packets received within 700 ms of an ACK count as the response to it. Segments of the window
///   may be retransmitted at any time.
/// - An ACK whose NewWindowLast is less than before is the reading `rmpp-window-shrinks`; an ABORT
///   may also give no reason (RMPPStatus 127).
/// - Where packets can be lost, a step counts only if all of it passes; otherwise it is undecided.
///
/// ## Procedure
///
/// - A1: Request tables, and acknowledge each segment, until one that is long enough is found.
/// - A2: SubnAdmGetTable; receive segment 1, and acknowledge nothing for 700 ms. Verify:
///   - A2.1: It has RMPPVersion 1, RMPPType DATA, RMPPFlags.Active and First, RMPPStatus 0 and
///     SegmentNumber 1. [ia-s15-rmpp-window#01]
///   - A2.2: No other segment is sent. [ia-s15-rmpp-window#02]
/// - A3: ACK of segment 1, NewWindowLast 2. Verify:
///   - A3.1: No segment after 2 is sent. [ia-s15-rmpp-window#02]
///   - A3.2: Segment 2 is sent. [ia-s15-rmpp-window#03]
/// - A4: ACK of segment 2, NewWindowLast N - 1. Verify:
///   - A4.1: Segment N is not sent. [ia-s15-rmpp-window#02]
///   - A4.2: All segments before N are sent. [ia-s15-rmpp-window#03]
/// - A5: ACK of segment N - 1, NewWindowLast 0xFFFFFFFF. Verify:
///   - A5.1: No segment after N is sent. [ia-s15-rmpp-window#02]
///   - A5.2: Segment N is sent. [ia-s15-rmpp-window#03]
/// - A6: Verify for all segments:
///   - A6.1: RMPPVersion 1, RMPPType DATA, RMPPFlags.Active, RMPPStatus 0; First in segment 1 and
///     no other, Last in segment N and no other. [ia-s15-rmpp-window#04]
///   - A6.2: PayloadLength of segment N is more than 20 and at most 220, and makes the table a
///     whole number of records, AttributeOffset apart; that of segment 1 is the sum of all, or 0.
///     [ia-s15-rmpp-window#05]
///   - A6.3: BaseVersion, MgmtClass, ClassVersion, Method, Status, TransactionID, AttributeID,
///     AttributeModifier, SM_Key and AttributeOffset are those of segment 1.
///     [ia-s15-rmpp-window#06]
/// - A7: ACK of segment N, NewWindowLast 0xFFFFFFFF. Verify that nothing is sent for a minute.
///   [ia-s15-rmpp-window#07]
/// - A8: SubnAdmGetTable; ACK of segment 1, NewWindowLast 2, and once more; ACK of segment 2,
///   NewWindowLast 3; then the ACK of segment 1 again, which is old by now. Verify:
///   - A8.1: No segment after 3 is sent. [ia-s15-rmpp-window#02]
///   - A8.2: ACK of segment 3, NewWindowLast 0xFFFFFFFF: the remaining segments are sent, and there
///     was no STOP or ABORT. [ia-s15-rmpp-window#08]
/// - A9: SubnAdmGetTable; ACK of segment 1, NewWindowLast 3, and of segment 2, NewWindowLast 2.
///   Verify:
///   - A9.1: No segment after 3 is sent. [ia-s15-rmpp-window#02]
///   - A9.2: If there is an ABORT, its RMPPStatus is 122 or 127. [ia-s15-rmpp-window#09]
/// - A10: SubnAdmGetTable; ACK of segment 1, NewWindowLast 2. While this transfer waits,
///   SubnAdmGet(ClassPortInfo) and the same SubnAdmGetTable with other TransactionIDs; verify
///   Status == 0. Then ACK of segment 2, NewWindowLast 0xFFFFFFFF. Verify that the remaining
///   segments of the first transfer are sent, and that there was no STOP or ABORT.
///   [ia-s15-rmpp-window#10]
/// - A11: SubnAdmGetTable once more, with each segment acknowledged as it is received; verify
///   MADHeader:Status == 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_RmppWindow extends C15_0_1_012 {
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
        table.carryOut("A2", () -> openWindow(table));
        table.carryOut("A8", () -> repeatOldAck(table));
        table.carryOut("A9", () -> shrinkWindow(table));
        table.carryOut("A10", () -> requestOthers(table));
        step("A11");
        sendMad(table.request());
        verifyStatusOk(receiveMad());
      }
    });
    return log().allPassed();
  }

  private void openWindow(LongTable table) throws TestException {
    long last = table.segments();
    TableTransfer transfer = table.ask();
    SegmentRules rules = new SegmentRules(steps(), transfer);
    step("A2.1");
    rules.verifyFirst();
    transfer.receive(ANSWER);
    step("A2.2");
    transfer.verifyWindow();
    step("A3");
    transfer.ack(1, 2);
    transfer.receive(ANSWER);
    step("A3.1");
    transfer.verifyWindow();
    step("A3.2");
    transfer.verifyReceived(1, 2);
    step("A4");
    if (last > LongTable.LEAST) {
      transfer.ack(2, last - 1);
      transfer.receive(ANSWER);
    }
    step("A4.1");
    transfer.verifyWindow();
    step("A4.2");
    transfer.verifyReceived(1, last - 1);
    step("A5");
    transfer.ack(last - 1, HUGE);
    transfer.receive(ANSWER);
    step("A5.1");
    transfer.verifyOnly(transfer.received(), 1, last);
    step("A5.2");
    transfer.verifyReceived(1, last);
    verifySegments(rules, last);
    step("A7");
    transfer.ack(last, HUGE);
    if (!transfer.verifySilence(transfer.receive(LONG))) {
      transfer.abandon();
    }
  }

  private void verifySegments(SegmentRules rules, long last) {
    step("A6.1");
    rules.verifyFlags(last);
    step("A6.2");
    rules.verifyLengths(last);
    step("A6.3");
    rules.verifyHeaders();
  }

  private void repeatOldAck(LongTable table) throws TestException {
    long last = table.segments();
    TableTransfer transfer = table.ask();
    for (long number : List.of(1L, 1L, 2L, 1L)) {
      transfer.ack(number, number + 1);
      transfer.receive(ANSWER);
    }
    step("A8.1");
    transfer.verifyWindow();
    step("A8.2");
    transfer.ack(3, HUGE);
    transfer.receive(ANSWER);
    transfer.verifyReceived(1, last);
    transfer.verifyNotEnded();
    transfer.ack(last, HUGE);
  }

  private void requestOthers(LongTable table) throws TestException {
    long last = table.segments();
    TableTransfer transfer = table.ask();
    transfer.ack(1, 2);
    transfer.receive(ANSWER);
    for (SaRequest other : List.of(subnAdmGet(ClassPortInfo.ATTRIBUTE), table.request())) {
      sendMad(other);
      SaPacketSpec answer = receiveMadIfAny();
      verify(
          answer == null ? 0 : answer.frame(),
          answer != null && answer.status() == 0,
          () -> "a response with Status 0 during another transfer",
          () -> answer == null ? "none" : answer.statusText());
    }
    transfer.ack(2, HUGE);
    transfer.receive(ANSWER);
    transfer.verifyReceived(1, last);
    transfer.verifyNotEnded();
    transfer.ack(last, HUGE);
  }

  private void shrinkWindow(LongTable table) throws TestException {
    TableTransfer transfer = table.ask();
    transfer.ack(1, 3);
    transfer.receive(ANSWER);
    transfer.ack(2, 2);
    transfer.receive(ANSWER);
    step("A9.1");
    transfer.verifyWindow();
    step("A9.2");
    transfer.verifyReason(RmppStatus.NEW_WINDOW_LAST_TOO_SMALL);
    transfer.note(Reading.RMPP_WINDOW_SHRINKS, "ignored");
    transfer.abandon();
  }
}
