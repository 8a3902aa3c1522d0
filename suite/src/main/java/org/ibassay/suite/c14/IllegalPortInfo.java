package org.ibassay.suite.c14;

import java.lang.foreign.MemorySegment;
import java.util.function.LongPredicate;
import java.util.stream.LongStream;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;

/// Values of PortInfo components that a port must reject, given what the port declares.
final class IllegalPortInfo {
  private static final long[] NO_UNICAST_LIDS = {0, 0xC000, 0xC001, 0xE000, 0xFFFE, 0xFFFF};

  private IllegalPortInfo() {}

  /// Returns all illegal values; of LIDs only a few.
  static LongStream all(Field field, MadPacketSpec held) {
    MemorySegment port = held.data();
    if (field.width() > Byte.SIZE) {
      return LongStream.of(NO_UNICAST_LIDS);
    }
    return values(field, value -> isIllegal(field, value, port));
  }

  /// Returns the lowest and highest reserved values with one in between, and likewise of the
  /// unsupported values.
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

  /// The page does not say whether a port that is Down must reject PortState Armed or Active.
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
