package org.ibassay.device.sa;

import static org.ibassay.wire.sa.InformInfo.GID_FIELD;
import static org.ibassay.wire.sa.InformInfo.IS_GENERIC;
import static org.ibassay.wire.sa.InformInfo.LID_RANGE_BEGIN;
import static org.ibassay.wire.sa.InformInfo.LID_RANGE_END;
import static org.ibassay.wire.sa.InformInfo.PRODUCER_TYPE_VENDOR_ID;
import static org.ibassay.wire.sa.InformInfo.QPN;
import static org.ibassay.wire.sa.InformInfo.TRAP_NUMBER_DEVICE_ID;
import static org.ibassay.wire.sa.InformInfo.TYPE;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaNotice;

/// The rules of subscriptions and reports: the seam of InformInfo and Report.
public interface ReportRules {
  /// The wildcard of LIDRangeBegin, Type and TrapNumber.
  int ALL = 0xFFFF;

  /// The Type of security notices.
  int SECURITY = 2;

  /// The wildcard of ProducerType.
  int ALL_PRODUCERS = 0xFF_FFFF;

  /// The rules of a conforming SA (13.4.8.3, 13.4.11).
  ReportRules CONFORMING = new ReportRules() {};

  /// Whether a request is to subscribe or to unsubscribe.
  default boolean isLegal(int subscribe) {
    return subscribe <= 1;
  }

  /// Whether the port in a subscription, if specified, must be in the subnet.
  default boolean needsKnownPort() {
    return true;
  }

  /// Whether only a trusted requester may subscribe: to security traps (C15-0.2-1.16).
  default boolean needsTrust(MemorySegment informInfo) {
    long trap = TRAP_NUMBER_DEVICE_ID.get(informInfo, 0);
    return IS_GENERIC.get(informInfo, 0) == 1
        && (TYPE.get(informInfo, 0) == SECURITY || (trap >= 256 && trap <= 259));
  }

  /// Whether InformInfoRecords have the subscriber's QPN (C15-0.2-1.16).
  default boolean showsQpn(boolean isTrusted) {
    return isTrusted;
  }

  /// Whether a subscription is stored.
  default boolean keeps(MemorySegment informInfo) {
    return true;
  }

  /// Whether a duplicate subscription is not stored again.
  default boolean keepsOnce(MemorySegment informInfo) {
    return true;
  }

  /// Whether a canceled subscription is removed.
  default boolean forgets() {
    return true;
  }

  /// Whether a request to cancel an unknown subscription is rejected.
  default boolean refusesUnknown() {
    return true;
  }

  /// Whether two subscriptions of one port are equal.
  default boolean isSame(MemorySegment one, MemorySegment other) {
    return Gid.get(GID_FIELD, one, 0).equals(Gid.get(GID_FIELD, other, 0))
        && isEqual(LID_RANGE_BEGIN, one, other)
        && isEqual(LID_RANGE_END, one, other)
        && isEqual(IS_GENERIC, one, other)
        && isEqual(TYPE, one, other)
        && isEqual(TRAP_NUMBER_DEVICE_ID, one, other)
        && isEqual(PRODUCER_TYPE_VENDOR_ID, one, other);
  }

  /// Whether a request ends a subscription of its queue pair, the component QPN (13.4.8.3).
  default boolean isOfQp(MemorySegment kept, MemorySegment end) {
    return isEqual(QPN, kept, end);
  }

  private static boolean isEqual(Field field, MemorySegment one, MemorySegment other) {
    return field.get(one, 0) == field.get(other, 0);
  }

  /// Whether a subscription matches a notice.
  ///
  /// @param notice begins with a [SaNotice]
  default boolean isFor(MemorySegment informInfo, MemorySegment notice) {
    return isForIssuer(informInfo, notice)
        && IS_GENERIC.get(informInfo, 0) == Notice.IS_GENERIC.get(notice, 0)
        && isForType(informInfo, notice)
        && isForTrap(informInfo, notice)
        && isForProducer(informInfo, notice);
  }

  /// Whether its GID, or its range of LIDs if it has none, matches the issuer of a notice.
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

  /// Whether its Type matches a notice.
  default boolean isForType(MemorySegment informInfo, MemorySegment notice) {
    long type = TYPE.get(informInfo, 0);
    return type == ALL || type == Notice.TYPE.get(notice, 0);
  }

  /// Whether its TrapNumber matches a notice.
  default boolean isForTrap(MemorySegment informInfo, MemorySegment notice) {
    long trap = TRAP_NUMBER_DEVICE_ID.get(informInfo, 0);
    return trap == ALL || trap == Notice.TRAP_NUMBER_DEVICE_ID.get(notice, 0);
  }

  /// Whether its ProducerType matches a notice.
  default boolean isForProducer(MemorySegment informInfo, MemorySegment notice) {
    long producer = PRODUCER_TYPE_VENDOR_ID.get(informInfo, 0);
    return producer == ALL_PRODUCERS || producer == Notice.PRODUCER_TYPE_VENDOR_ID.get(notice, 0);
  }

  /// Whether every port of the subnet gets reports, subscribed or not.
  default boolean reportsAll() {
    return false;
  }

  /// Whether trap 64 or 65 about a port is reported after a sweep.
  ///
  /// @param isNew whether the port was not in the subnet before
  /// @param isGone whether it was, and no longer is
  default boolean isEvent(int trap, Gid port, boolean isNew, boolean isGone) {
    return trap == 64 ? isNew : isGone;
  }

  /// Whether an event is reported at all.
  default boolean reports(int trap) {
    return true;
  }

  /// Changes a Report, all 256 bytes, before it is first sent.
  default void edit(MemorySegment report) {}

  /// Changes a Report before it is resent.
  default void editRepeated(MemorySegment report) {}

  /// How often a Report is sent to a subscriber that does not answer it.
  ///
  /// @param usual number of the variant
  default int tries(int usual) {
    return usual;
  }

  /// Whether a ReportResp ends the retransmission.
  default boolean heedsAnswers() {
    return true;
  }
}
