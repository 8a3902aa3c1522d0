package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.RmppEdits.deviation;
import static org.ibassay.device.deviation.RmppEdits.isLast;
import static org.ibassay.device.deviation.RmppEdits.mads;
import static org.ibassay.device.deviation.RmppEdits.number;
import static org.ibassay.device.deviation.RmppEdits.segment;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.SaHeader;

/// Deviations in the headers of a table's segments.
final class RmppSegmentDeviations {
  private static final int SA_HEADER = SaHeader.DATA - RmppHeader.DATA;
  private static final int FULL = 220;

  private RmppSegmentDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(flags(), lengths(), headers()).flatMap(List::stream).toList();
  }

  private static List<DeviationSpec> flags() {
    return List.of(
        edit("first-missing", "First is not set", segment(1), RmppHeader.FIRST, _ -> 0),
        edit(
            "first-in-second",
            "First is set in two segments",
            segment(2),
            RmppHeader.FIRST,
            _ -> 1),
        edit("last-missing", "Last is not set", RmppEdits::isLast, RmppHeader.LAST, _ -> 0),
        edit(
            "last-in-third",
            "Last is set in the third segment",
            segment(3),
            RmppHeader.LAST,
            _ -> 1),
        edit(
            "first-in-last",
            "First is set in the last segment, too",
            RmppEdits::isLast,
            RmppHeader.FIRST,
            _ -> 1),
        edit(
            "numbers-from-0",
            "segments are numbered from 0",
            RmppEdits::isData,
            RmppHeader.SEGMENT_NUMBER,
            number -> number - 1),
        edit(
            "last-number-one-more",
            "the last segment has the number after its own",
            RmppEdits::isLast,
            RmppHeader.SEGMENT_NUMBER,
            number -> number + 1),
        edit(
            "version-0",
            "RMPPVersion of segments is 0",
            RmppEdits::isData,
            RmppHeader.RMPP_VERSION,
            _ -> 0),
        edit(
            "version-2-in-second",
            "RMPPVersion of the second segment is 2",
            segment(2),
            RmppHeader.RMPP_VERSION,
            _ -> 2),
        edit(
            "status-1-in-last",
            "RMPPStatus of the last segment is 1",
            RmppEdits::isLast,
            RmppHeader.STATUS,
            _ -> 1),
        edit(
            "inactive-from-second",
            "RMPPFlags.Active is 0 from the second segment on",
            RmppSegmentDeviations::isLater,
            RmppHeader.ACTIVE,
            _ -> 0),
        edit(
            "type-ack-in-third",
            "the third segment is an ACK",
            segment(3),
            RmppHeader.TYPE,
            _ -> 2));
  }

  private static List<DeviationSpec> lengths() {
    return List.of(
        last("length-of-last-full", "PayloadLength of the last segment is 220", _ -> FULL),
        last("length-of-last-0", "PayloadLength of the last segment is 0", _ -> 0),
        last(
            "length-of-last-without-header",
            "PayloadLength of the last segment lacks the SA header",
            length -> length - SA_HEADER),
        last(
            "length-of-last-one-less",
            "PayloadLength of the last segment is one too little",
            length -> length - 1),
        last(
            "length-of-last-256-more",
            "PayloadLength of the last segment is 256 too much",
            length -> length + 256),
        first("length-of-first-full", "PayloadLength of the first segment is 220", _ -> FULL),
        first(
            "length-of-first-one-header",
            "PayloadLength of the first segment counts one SA header",
            length -> length - (length + FULL - 1) / FULL * SA_HEADER + SA_HEADER),
        first(
            "length-of-first-without-headers",
            "PayloadLength of the first segment counts no SA header",
            length -> length - (length + FULL - 1) / FULL * SA_HEADER),
        first(
            "length-of-first-one-more",
            "PayloadLength of the first segment is one too much",
            length -> length + 1));
  }

  private static List<DeviationSpec> headers() {
    return List.of(
        later("transaction-id-next", MadHeader.TRANSACTION_ID, segment(3), id -> id + 1),
        later(
            "transaction-id-next-in-last",
            MadHeader.TRANSACTION_ID,
            RmppEdits::isLast,
            id -> id + 1),
        later(
            "transaction-id-upper-half",
            MadHeader.TRANSACTION_ID,
            RmppSegmentDeviations::isLater,
            id -> id ^ 1L << 32),
        later("class-version-1", MadHeader.CLASS_VERSION, segment(2), _ -> 1),
        later("mgmt-class-4", MadHeader.MGMT_CLASS, segment(3), _ -> 4),
        later("method-of-get", MadHeader.METHOD, segment(2), _ -> 0x81),
        later("attribute-id-0", MadHeader.ATTRIBUTE_ID, RmppSegmentDeviations::isLater, _ -> 0),
        later("attribute-modifier-1", MadHeader.ATTRIBUTE_MODIFIER, RmppEdits::isLast, _ -> 1),
        later("status-0x0300", MadHeader.STATUS, segment(3), _ -> 0x0300),
        later("sm-key", SaHeader.SM_KEY, RmppSegmentDeviations::isLater, _ -> 0x1234),
        later(
            "attribute-offset-0",
            SaHeader.ATTRIBUTE_OFFSET,
            RmppSegmentDeviations::isLater,
            _ -> 0),
        later(
            "attribute-offset-one-more-in-last",
            SaHeader.ATTRIBUTE_OFFSET,
            RmppEdits::isLast,
            offset -> offset + 1));
  }

  private static boolean isLater(MemorySegment mad) {
    return RmppEdits.isData(mad) && number(mad) > 1;
  }

  private static DeviationSpec edit(
      String name,
      String summary,
      Predicate<MemorySegment> which,
      Field field,
      LongUnaryOperator edit) {
    return deviation(
        name,
        summary,
        mads(which, mad -> field.set(mad, 0, edit.applyAsLong(field.get(mad, 0)) & field.max())));
  }

  private static DeviationSpec last(String name, String summary, LongUnaryOperator edit) {
    return edit(name, summary, RmppEdits::isLast, RmppHeader.PAYLOAD_LENGTH, edit);
  }

  private static DeviationSpec first(String name, String summary, LongUnaryOperator edit) {
    Predicate<MemorySegment> which = mad -> segment(1).test(mad) && !isLast(mad);
    return edit(name, summary, which, RmppHeader.PAYLOAD_LENGTH, edit);
  }

  /// @param name name of the segments with the wrong value
  private static DeviationSpec later(
      String name, Field field, Predicate<MemorySegment> which, LongUnaryOperator edit) {
    String summary = "returns another " + field.name() + " in some segments";
    return edit("other-" + name, summary, which, field, edit);
  }
}
