package org.ibassay.suite.c15;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.mad.RmppStatus;

/// An ACK with one wrong field.
///
/// @param field name of the field
/// @param value its wrong value
/// @param spoil writes that value
/// @param reason RMPPStatus of an ABORT that reports the error
record WrongAck(String field, long value, Consumer<MemorySegment> spoil, int reason) {

  static List<WrongAck> all() {
    return Stream.of(
            of(RmppHeader.SEGMENT_NUMBER, RmppStatus.SEGMENT_NUMBER_TOO_BIG, 3, 0xFFFF_FFFFL),
            of(RmppHeader.NEW_WINDOW_LAST, RmppStatus.NEW_WINDOW_LAST_TOO_SMALL, 1),
            of(RmppHeader.RMPP_VERSION, RmppStatus.UNSUPPORTED_VERSION, 0, 2, 255),
            of(RmppHeader.TYPE, RmppStatus.BAD_TYPE, 0, 5, 255),
            of(
                RmppHeader.STATUS,
                RmppStatus.ILLEGAL_STATUS,
                RmppStatus.RESOURCES_EXHAUSTED,
                RmppStatus.UNSPECIFIED))
        .flatMap(stream -> stream)
        .toList();
  }

  private static Stream<WrongAck> of(Field field, int reason, long... values) {
    return LongStream.of(values)
        .mapToObj(
            value -> new WrongAck(field.name(), value, mad -> field.set(mad, 0, value), reason));
  }
}
