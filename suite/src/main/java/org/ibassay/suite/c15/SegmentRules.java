package org.ibassay.suite.c15;

import java.util.List;
import org.ibassay.suite.SegmentSpec;
import org.ibassay.suite.Shown;
import org.ibassay.suite.Steps;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.sa.SaHeader;

/// Rules for the segments of a table: the checks of the present step.
final class SegmentRules {
  private record Expected(Field field, long value) {}

  /// Fields of every DATA segment.
  private static final List<Expected> OF_DATA =
      List.of(
          new Expected(RmppHeader.RMPP_VERSION, RmppHeader.VERSION),
          new Expected(RmppHeader.TYPE, RmppHeader.TYPE_DATA),
          new Expected(RmppHeader.ACTIVE, 1),
          new Expected(RmppHeader.STATUS, RmppStatus.NORMAL));

  private static final List<Field> REPEATED =
      List.of(
          MadHeader.BASE_VERSION,
          MadHeader.MGMT_CLASS,
          MadHeader.CLASS_VERSION,
          MadHeader.METHOD,
          MadHeader.STATUS,
          MadHeader.TRANSACTION_ID,
          MadHeader.ATTRIBUTE_ID,
          MadHeader.ATTRIBUTE_MODIFIER,
          SaHeader.SM_KEY,
          SaHeader.ATTRIBUTE_OFFSET);

  private static final int SA_HEADER = SaHeader.DATA - RmppHeader.DATA;
  private static final int FULL = Smp.BYTES_OF_MAD - RmppHeader.DATA;
  private static final int UNIT = 8;

  private final Steps steps;
  private final TableTransfer transfer;

  SegmentRules(Steps steps, TableTransfer transfer) {
    this.steps = steps;
    this.transfer = transfer;
  }

  /// Verifies the first MAD received.
  void verifyFirst() {
    SegmentSpec first = transfer.first();
    OF_DATA.forEach(expected -> verify(first, expected.field, expected.value));
    verify(first, RmppHeader.FIRST, 1);
    verify(first, RmppHeader.SEGMENT_NUMBER, 1);
  }

  /// @param last number of the last segment
  void verifyFlags(long last) {
    for (SegmentSpec segment : segments()) {
      OF_DATA.forEach(expected -> verify(segment, expected.field, expected.value));
      verify(segment, RmppHeader.FIRST, segment.number() == 1 ? 1 : 0);
      verify(segment, RmppHeader.LAST, segment.number() == last ? 1 : 0);
    }
  }

  /// @param number number of the last segment
  void verifyLengths(long number) {
    SegmentSpec last = transfer.segment(number);
    if (last == null) {
      steps.inconclusive("the last segment was not received");
      return;
    }
    long length = last.header(RmppHeader.PAYLOAD_LENGTH);
    long distance = transfer.first().header(SaHeader.ATTRIBUTE_OFFSET) * UNIT;
    long data = (number - 1) * (FULL - SA_HEADER) + length - SA_HEADER;
    steps
        .checks()
        .verify(
            last.frame(),
            length > SA_HEADER && length <= FULL && distance > 0 && data % distance == 0,
            () ->
                "PayloadLength of whole records of %d bytes in the last segment"
                    .formatted(distance),
            () -> "PayloadLength " + length);
    long declared = transfer.first().header(RmppHeader.PAYLOAD_LENGTH);
    long sum = (number - 1) * FULL + length;
    steps
        .checks()
        .verify(
            transfer.first().frame(),
            declared == 0 || declared == sum,
            () -> "PayloadLength %d, or 0, in the first segment".formatted(sum),
            () -> "PayloadLength " + declared);
  }

  void verifyHeaders() {
    for (SegmentSpec segment : segments()) {
      REPEATED.forEach(field -> verify(segment, field, transfer.first().header(field)));
    }
  }

  /// Returns the MADs received, except for those that end the transfer.
  private List<SegmentSpec> segments() {
    return transfer.received().stream().filter(segment -> !segment.isEnd()).toList();
  }

  private void verify(SegmentSpec segment, Field field, long expected) {
    long actual = segment.header(field);
    steps
        .checks()
        .verify(
            segment.frame(),
            actual == expected,
            () -> "%s %s in %s".formatted(field.name(), Shown.of(field, expected), segment),
            () -> "%s %s".formatted(field.name(), Shown.of(field, actual)));
  }
}
