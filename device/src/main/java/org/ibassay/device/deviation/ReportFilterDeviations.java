package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.ReportDeviations.rules;
import static org.ibassay.wire.sa.InformInfo.GID_FIELD;
import static org.ibassay.wire.sa.InformInfo.LID_RANGE_BEGIN;
import static org.ibassay.wire.sa.InformInfo.LID_RANGE_END;
import static org.ibassay.wire.sa.InformInfo.PRODUCER_TYPE_VENDOR_ID;
import static org.ibassay.wire.sa.InformInfo.TRAP_NUMBER_DEVICE_ID;
import static org.ibassay.wire.sa.InformInfo.TYPE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.sa.ReportRules;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaNotice;

/// Deviations in how much of a subscription is compared with a notice, and in its GID beside its
/// range of LIDs.
final class ReportFilterDeviations {
  private static final int LID_BITS = 0x3FFF;

  private ReportFilterDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        trap("trap-number-8-bits", 0xFF),
        trap("trap-number-15-bits", 0x7FFF),
        rules(
            "type-7-bits",
            "compares 7 bits of Type",
            new ReportRules() {
              @Override
              public boolean isForType(MemorySegment informInfo, MemorySegment notice) {
                return isLike(TYPE, informInfo, Notice.TYPE, notice, 0x7F);
              }
            }),
        rules(
            "producer-type-16-bits",
            "compares 16 bits of ProducerType",
            new ReportRules() {
              @Override
              public boolean isForProducer(MemorySegment informInfo, MemorySegment notice) {
                return isLike(
                    PRODUCER_TYPE_VENDOR_ID,
                    informInfo,
                    Notice.PRODUCER_TYPE_VENDOR_ID,
                    notice,
                    0xFFFF);
              }
            }),
        rules(
            "lid-14-bits",
            "compares 14 bits of LIDs",
            new ReportRules() {
              @Override
              public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
                long begin = LID_RANGE_BEGIN.get(informInfo, 0);
                long end = Math.max(begin, LID_RANGE_END.get(informInfo, 0));
                long issuer = Notice.ISSUER_LID.get(notice, 0);
                boolean isInRange =
                    begin != ALL
                        && !hasGid(informInfo)
                        && issuer >= (begin & LID_BITS)
                        && issuer <= (end & LID_BITS);
                return isInRange || ReportRules.super.isForIssuer(informInfo, notice);
              }
            }),
        rules(
            "gid-and-lids",
            "compares LIDRange of a subscription with a GID, too",
            new ReportRules() {
              @Override
              public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
                return ReportRules.super.isForIssuer(informInfo, notice)
                    && isInRange(informInfo, notice);
              }
            }),
        rules(
            "gid-or-lids",
            "reports what matches either GID or LIDRange of a subscription",
            new ReportRules() {
              @Override
              public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
                boolean isOfLid =
                    LID_RANGE_BEGIN.get(informInfo, 0) != ALL && isInRange(informInfo, notice);
                return isOfLid || ReportRules.super.isForIssuer(informInfo, notice);
              }
            }),
        rules(
            "gid-guid-ignored",
            "compares the GidPrefix only of a subscription with a GID",
            new ReportRules() {
              @Override
              public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
                return hasGid(informInfo)
                    ? Gid.get(GID_FIELD, informInfo, 0).prefix()
                        == Gid.get(SaNotice.ISSUER_GID, notice, 0).prefix()
                    : ReportRules.super.isForIssuer(informInfo, notice);
              }
            }));
  }

  private static DeviationSpec trap(String name, int bits) {
    return rules(
        name,
        "compares %d bits of TrapNumber".formatted(Integer.bitCount(bits)),
        new ReportRules() {
          @Override
          public boolean isForTrap(MemorySegment informInfo, MemorySegment notice) {
            return isLike(
                TRAP_NUMBER_DEVICE_ID, informInfo, Notice.TRAP_NUMBER_DEVICE_ID, notice, bits);
          }
        });
  }

  /// Whether some bits of a component are equal, or the component is a wildcard: all bits 1.
  private static boolean isLike(
      Field wanted, MemorySegment informInfo, Field actual, MemorySegment notice, long bits) {
    long value = wanted.get(informInfo, 0);
    return value == wanted.max() || ((value ^ actual.get(notice, 0)) & bits) == 0;
  }

  private static boolean hasGid(MemorySegment informInfo) {
    return !Gid.get(GID_FIELD, informInfo, 0).equals(new Gid(0, 0));
  }

  private static boolean isInRange(MemorySegment informInfo, MemorySegment notice) {
    long begin = LID_RANGE_BEGIN.get(informInfo, 0);
    long end = Math.max(begin, LID_RANGE_END.get(informInfo, 0));
    long issuer = Notice.ISSUER_LID.get(notice, 0);
    return begin == ReportRules.ALL || (issuer >= begin && issuer <= end);
  }
}
