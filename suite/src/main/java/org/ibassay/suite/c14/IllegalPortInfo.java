package org.ibassay.suite.c14;

import java.lang.foreign.MemorySegment;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;

/// Values of a component of PortInfo that a port has to refuse, by what the port declares.
final class IllegalPortInfo {
  private static final long[] NO_UNICAST_LIDS = {0, 0xC000, 0xC001, 0xE000, 0xFFFE, 0xFFFF};

  private IllegalPortInfo() {}

  /// All of them; of LIDs a few.
  static LongStream all(Field field, MadPacketSpec held) {
    MemorySegment port = held.data();
    if (field.width() > Byte.SIZE) {
      return LongStream.of(NO_UNICAST_LIDS);
    }
    return values(field, value -> isIllegal(field, value, port));
  }

  /// The least and the greatest reserved ones with one between them, and such ones of those that
  /// are not supported.
  static LongStream some(Field field, MadPacketSpec held) {
    MemorySegment port = held.data();
    return LongStream.concat(
        some(values(field, value -> field.legal().isReserved(value, port))),
        some(
            values(
                field,
                value ->
                    field.legal().isUnsupported(value, port) && isIllegal(field, value, port))));
  }

  /// Whether a port that is Down is to refuse that it should be Armed or Active the page does not
  /// say.
  private static boolean isIllegal(Field field, long value, MemorySegment port) {
    boolean isOpen =
        field.equals(PortInfo.PORT_STATE)
            && PortInfo.PORT_STATE.get(port, 0) == PortState.DOWN
            && value <= PortState.ACTIVE;
    return !isOpen && !field.legal().allows(value, port);
  }

  private static LongStream some(LongStream values) {
    long[] all = values.toArray();
    return all.length < 3
        ? LongStream.of(all)
        : LongStream.of(all[0], all[all.length / 2], all[all.length - 1]);
  }

  private static LongStream values(Field field, LongPredicate which) {
    return LongStream.rangeClosed(0, field.max()).filter(which);
  }
}
