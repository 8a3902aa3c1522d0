package org.ibassay.device.sa;

import static org.ibassay.wire.sa.InformInfo.GID_FIELD;
import static org.ibassay.wire.sa.InformInfo.IS_GENERIC;
import static org.ibassay.wire.sa.InformInfo.LID_RANGE_BEGIN;
import static org.ibassay.wire.sa.InformInfo.LID_RANGE_END;
import static org.ibassay.wire.sa.InformInfo.PRODUCER_TYPE_VENDOR_ID;
import static org.ibassay.wire.sa.InformInfo.TRAP_NUMBER_DEVICE_ID;
import static org.ibassay.wire.sa.InformInfo.TYPE;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaNotice;

/// How subscriptions are kept and events are reported: the seam of InformInfo and Report.
public interface ReportRules {
  /// LIDRangeBegin, Type and TrapNumber that stand for all.
  int ALL = 0xFFFF;

  /// ProducerType that stands for all.
  int ALL_PRODUCERS = 0xFF_FFFF;

  /// The rules of a conforming SA (13.4.8.3, 13.4.11).
  ReportRules CONFORMING = new ReportRules() {};

  /// Whether a request is one to subscribe, or to end that.
  default boolean isLegal(int subscribe) {
    return subscribe <= 1;
  }

  /// Whether the port that a subscription names, if it does, has to be one of the subnet.
  default boolean needsKnownPort() {
    return true;
  }

  /// Whether a subscription is kept.
  default boolean keeps(MemorySegment informInfo) {
    return true;
  }

  /// Whether one that is there already is not kept a second time.
  default boolean keepsOnce() {
    return true;
  }

  /// Whether a subscription that was ended is forgotten.
  default boolean forgets() {
    return true;
  }

  /// Whether it is refused to end what is not subscribed.
  default boolean refusesUnknown() {
    return true;
  }

  /// Whether two subscriptions of one port are the same.
  default boolean isSame(MemorySegment one, MemorySegment other) {
    return Gid.get(GID_FIELD, one, 0).equals(Gid.get(GID_FIELD, other, 0))
        && isEqual(LID_RANGE_BEGIN, one, other)
        && isEqual(LID_RANGE_END, one, other)
        && isEqual(IS_GENERIC, one, other)
        && isEqual(TYPE, one, other)
        && isEqual(TRAP_NUMBER_DEVICE_ID, one, other)
        && isEqual(PRODUCER_TYPE_VENDOR_ID, one, other);
  }

  private static boolean isEqual(Field field, MemorySegment one, MemorySegment other) {
    return field.get(one, 0) == field.get(other, 0);
  }

  /// Whether a subscription is for a notice.
  ///
  /// @param notice begins with a [SaNotice]
  default boolean isFor(MemorySegment informInfo, MemorySegment notice) {
    return isForIssuer(informInfo, notice)
        && IS_GENERIC.get(informInfo, 0) == Notice.IS_GENERIC.get(notice, 0)
        && isForType(informInfo, notice)
        && isForTrap(informInfo, notice)
        && isForProducer(informInfo, notice);
  }

  /// Whether its GID, or its range of LIDs where it has none, is for who issued a notice.
  default boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
    Gid gid = Gid.get(GID_FIELD, informInfo, 0);
    if (!gid.equals(new Gid(0, 0))) {
      return gid.equals(Gid.get(SaNotice.ISSUER_GID, notice, 0));
    }
    long begin = LID_RANGE_BEGIN.get(informInfo, 0);
    long end = Math.max(begin, LID_RANGE_END.get(informInfo, 0));
    long issuer = Notice.ISSUER_LID.get(notice, 0);
    return begin == ALL || (issuer >= begin && issuer <= end);
  }

  /// Whether its Type is for a notice.
  default boolean isForType(MemorySegment informInfo, MemorySegment notice) {
    long type = TYPE.get(informInfo, 0);
    return type == ALL || type == Notice.TYPE.get(notice, 0);
  }

  /// Whether its TrapNumber is for a notice.
  default boolean isForTrap(MemorySegment informInfo, MemorySegment notice) {
    long trap = TRAP_NUMBER_DEVICE_ID.get(informInfo, 0);
    return trap == ALL || trap == Notice.TRAP_NUMBER_DEVICE_ID.get(notice, 0);
  }

  /// Whether its ProducerType is for a notice.
  default boolean isForProducer(MemorySegment informInfo, MemorySegment notice) {
    long producer = PRODUCER_TYPE_VENDOR_ID.get(informInfo, 0);
    return producer == ALL_PRODUCERS || producer == Notice.PRODUCER_TYPE_VENDOR_ID.get(notice, 0);
  }

  /// Whether every port of the subnet is told, subscribed or not.
  default boolean tellsAll() {
    return false;
  }

  /// Whether an event is reported at all.
  default boolean reports(int trap) {
    return true;
  }

  /// Has the last word on a Report, all 256 bytes, before it is sent for the first time.
  default void edit(MemorySegment report) {}

  /// Has the last word on a Report that is sent once more.
  default void editRepeated(MemorySegment report) {}

  /// How often a Report is sent to who does not answer it.
  ///
  /// @param usual how often the variant does
  default int tries(int usual) {
    return usual;
  }

  /// Whether a ReportResp ends the repetition.
  default boolean heedsAnswers() {
    return true;
  }
}
