package org.ibassay.suite.c15;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;

/// A segment with one wrong field.
///
/// @param field name of the field
/// @param value its wrong value
/// @param spoil writes that value
/// @param reason RMPPStatus of an ABORT that reports the error
record WrongSegment(String field, long value, Consumer<MemorySegment> spoil, int reason) {

  /// Returns the errors to apply to the second segment of a request.
  static List<WrongSegment> all() {
    return Stream.of(
            of(RmppHeader.RMPP_VERSION, RmppStatus.UNSUPPORTED_VERSION, 0, 2, 255),
            of(RmppHeader.TYPE, RmppStatus.BAD_TYPE, 0, 5, 255),
            of(
                RmppHeader.STATUS,
                RmppStatus.ILLEGAL_STATUS,
                RmppStatus.RESOURCES_EXHAUSTED,
                RmppStatus.UNSPECIFIED),
            of(RmppHeader.SEGMENT_NUMBER, RmppStatus.FIRST_AND_SEGMENT_NUMBER, 0),
            of(RmppHeader.FIRST, RmppStatus.FIRST_AND_SEGMENT_NUMBER, 1))
        .flatMap(stream -> stream)
        .toList();
  }

  private static Stream<WrongSegment> of(Field field, int reason, long... values) {
    return LongStream.of(values)
        .mapToObj(value ->
            new WrongSegment(field.name(), value, mad -> field.set(mad, 0, value), reason));
  }
}
