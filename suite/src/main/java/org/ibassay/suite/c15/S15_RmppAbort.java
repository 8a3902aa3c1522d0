package org.ibassay.suite.c15;

import static org.ibassay.suite.c15.TableTransfer.ANSWER;
import static org.ibassay.suite.c15.TableTransfer.HUGE;
import static org.ibassay.suite.c15.TableTransfer.LONG;

import java.time.Duration;
import java.util.stream.IntStream;
import org.ibassay.link.dut.Dut;
import org.ibassay.suite.DutKind;
import org.ibassay.suite.DutRole;
import org.ibassay.suite.Effect;
import org.ibassay.suite.Reading;
import org.ibassay.suite.SegmentExchange;
import org.ibassay.suite.Td;
import org.ibassay.suite.TestException;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.jspecify.annotations.Nullable;

/// # A table's transfer stops when its receiver aborts it or sends an invalid ACK
///
/// - Section: 13.6
/// - Coverage: none
/// - Topology: any
/// - DUT qualifiers: the DUT runs the subnet manager and subnet administration
/// - Assertions: ia-s15-rmpp-abort#01, ia-s15-rmpp-abort#02, ia-s15-rmpp-abort#03,
///   ia-s15-rmpp-abort#04, ia-s15-rmpp-abort#05, ia-s15-rmpp-abort#06, ia-s15-rmpp-abort#07
///
/// The tester, as the receiver of a long table, aborts the transfer or sends an ACK that is
/// invalid. After that it receives no more segments, and the next table arrives complete. A
/// response that the DUT has not requested is not received either.
///
/// ## Notes
///
/// - This test is the suite's own. The table, and where the test does not apply, are as in
///   S15_RmppWindow; N is the number of the last segment.
/// - Whether a wrong ACK ends the transfer by an ABORT is the reading `rmpp-wrong-ack`. It never
///   opens the window. Segments of the window may be retransmitted at any time.
/// - An ABORT may also give no reason (RMPPStatus 127).
/// - The response that the DUT has not requested consists of segments of its own table. The DUT may
///   end that transfer by an ABORT or a STOP, or send nothing.
/// - Where packets can be lost, a step counts only if all of it passes; otherwise it is undecided.
///
/// ## Procedure
///
/// - A1: Request tables, and acknowledge each segment, until one that is long enough is found.
/// - A2: For STOP with RMPPStatus 1, and for ABORT with each RMPPStatus from 118 to 127:
///   SubnAdmGetTable; ACK of segment 1, NewWindowLast 2; receive segment 2; send the STOP or ABORT.
///   Verify:
///   - A2.1: No segment is sent for five seconds. [ia-s15-rmpp-abort#01]
///   - A2.2: ACK of segment 2, NewWindowLast 0xFFFFFFFF: no segment is sent for a minute.
///     [ia-s15-rmpp-abort#02]
///   - A2.3: SubnAdmGetTable; acknowledge each segment: the whole table is received.
///     [ia-s15-rmpp-abort#03]
/// - A3: SubnAdmGetTable; ACK of segment 1, NewWindowLast 2; receive segment 2; send, one per
///   transfer, an ACK of a segment that was not sent, 3 or 0xFFFFFFFF (RMPPStatus 123 reports it);
///   with NewWindowLast 1 after SegmentNumber 2 (122); of segment 2 with NewWindowLast 0xFFFFFFFF,
///   but RMPPVersion 0, 2 or 255 (125), RMPPType 0, 5 or 255 (121), RMPPStatus 1 or 127 (124).
///   Verify:
///   - A3.1: No segment after 2 is sent. [ia-s15-rmpp-abort#04]
///   - A3.2: If there is an ABORT, its RMPPStatus is the corresponding one, or 127.
///     [ia-s15-rmpp-abort#05]
///   - A3.3: If there is one, ACK of segment 2, NewWindowLast 0xFFFFFFFF: no segment is sent.
///     [ia-s15-rmpp-abort#02]
///   - A3.4: SubnAdmGetTable; acknowledge each segment: the whole table is received.
///     [ia-s15-rmpp-abort#03]
/// - A4: SubnAdmGetTable; ACK of segment 1, NewWindowLast 0xFFFFFFFF, with a TransactionID that
///   belongs to no transfer. Verify:
///   - A4.1: No segment after 1 is sent. [ia-s15-rmpp-abort#04]
///   - A4.2: The transfer continues: ACK of segment 1, NewWindowLast 2, and segment 2 is sent.
///     [ia-s15-rmpp-abort#06]
/// - A5: SubnAdmGetTable; acknowledge each segment; then send a response that the DUT has not
///   requested: a SubnAdmGetTableResp of two segments, of one segment, of two segments with the
///   TransactionID of that table, and the first segment of two only; a SubnAdmGetMultiResp of two
///   segments. Verify:
///   - A5.1: Nothing is received except, at most, an ABORT or a STOP. [ia-s15-rmpp-abort#07]
///   - A5.2: SubnAdmGetTable; acknowledge each segment: the whole table is received.
///     [ia-s15-rmpp-abort#03]
/// - A6: SubnAdmGetTable once more, with each segment acknowledged as it is received; verify
///   MADHeader:Status == 0.
@Td(
    dut = {DutKind.CA, DutKind.SWITCH, DutKind.ROUTER},
    roles = DutRole.SM,
    effect = Effect.READS)
public final class S15_RmppAbort extends C15_0_1_012 {
  private static final Duration PAUSE = Duration.ofSeconds(5);
  private static final long OTHER_TRANSACTION = 0x5A5A_5A5AL;

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
        breakOff(table);
        for (WrongAck wrong : WrongAck.all()) {
          at(
              wrong.field(),
              wrong.value(),
              () -> table.carryOut("A3", () -> sendWrong(table, wrong)));
        }
        table.carryOut("A4", () -> sendToNobody(table));
        for (UnaskedResponse response : UnaskedResponse.all()) {
          at(
              response.name(),
              response.segments(),
              () -> table.carryOut("A5", () -> sendUnasked(table, response)));
        }
        step("A6");
        sendMad(table.request());
        verifyStatusOk(receiveMad());
      }
    });
    return log().allPassed();
  }

  private void breakOff(LongTable table) throws TestException {
    int stop = RmppStatus.RESOURCES_EXHAUSTED;
    at("STOP", stop, () -> table.carryOut("A2", () -> end(table, RmppHeader.TYPE_STOP, stop)));
    int[] reasons =
        IntStream.rangeClosed(RmppStatus.TOTAL_TIME_TOO_LONG, RmppStatus.UNSPECIFIED).toArray();
    for (int reason : reasons) {
      at(
          "ABORT",
          reason,
          () -> table.carryOut("A2", () -> end(table, RmppHeader.TYPE_ABORT, reason)));
    }
  }

  private void end(LongTable table, int type, int status) throws TestException {
    TableTransfer transfer = table.ask();
    transfer.ack(1, 2);
    transfer.receive(ANSWER);
    transfer.end(type, status);
    step("A2.1");
    transfer.verifyNoSegment(transfer.receive(PAUSE));
    step("A2.2");
    transfer.ack(2, HUGE);
    transfer.verifyNoSegment(transfer.receive(LONG));
    step("A2.3");
    table.verifyWhole();
  }

  private void sendWrong(LongTable table, WrongAck wrong) throws TestException {
    TableTransfer transfer = table.ask();
    transfer.ack(1, 2);
    transfer.receive(ANSWER);
    transfer.wrongAck(2, HUGE, wrong.spoil());
    transfer.receive(ANSWER);
    step("A3.1");
    transfer.verifyWindow();
    step("A3.2");
    transfer.verifyReason(wrong.reason());
    transfer.note(Reading.RMPP_WRONG_ACK, "ignored");
    step("A3.3");
    if (transfer.end() != null) {
      transfer.ack(2, HUGE);
      transfer.verifyNoSegment(transfer.receive(ANSWER));
    }
    transfer.abandon();
    step("A3.4");
    table.verifyWhole();
  }

  private void sendToNobody(LongTable table) throws TestException {
    TableTransfer transfer = table.ask();
    transfer.wrongAck(
        1,
        HUGE,
        mad -> {
          long own = MadHeader.TRANSACTION_ID.get(mad, 0);
          MadHeader.TRANSACTION_ID.set(mad, 0, own ^ OTHER_TRANSACTION);
        });
    transfer.receive(ANSWER);
    step("A4.1");
    transfer.verifyWindow();
    step("A4.2");
    transfer.ack(1, 2);
    transfer.receive(ANSWER);
    transfer.verifyReceived(1, 2);
    transfer.abandon();
  }

  private void sendUnasked(LongTable table, UnaskedResponse response) throws TestException {
    TableTransfer own = table.askWhole();
    step("A5.1");
    response.verifyNotReceived(steps(), segments(), own);
    step("A5.2");
    table.verifyWhole();
  }
}
