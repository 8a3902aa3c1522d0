package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.answersTo;
import static org.ibassay.device.deviation.SaEdits.calls;
import static org.ibassay.device.deviation.SaEdits.deviation;
import static org.ibassay.wire.sa.InformInfo.LID_RANGE_BEGIN;
import static org.ibassay.wire.sa.InformInfo.PRODUCER_TYPE_VENDOR_ID;
import static org.ibassay.wire.sa.InformInfo.TRAP_NUMBER_DEVICE_ID;
import static org.ibassay.wire.sa.InformInfo.TYPE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.LongPredicate;
import org.ibassay.device.sa.RecordAnswer;
import org.ibassay.device.sa.ReportRules;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaStatus;

/// Deviations in subscriptions to all events.
final class AllReportDeviations {
  private static final int CREATED = 66;
  private static final int DELETED = 67;

  private AllReportDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        deviation(
            "allreports.refused",
            "rejects a subscription with the wildcard in Type and TrapNumber",
            answersTo(
                calls(SaMethod.SET, InformInfo.ATTRIBUTE)
                    .and(call -> call.asked(TYPE) == ReportRules.ALL)
                    .and(call -> call.asked(TRAP_NUMBER_DEVICE_ID) == ReportRules.ALL),
                (_, _) -> RecordAnswer.refused(SaStatus.REQ_INVALID))),
        rules(
            "none-at-once",
            "reports nothing if all components are wildcards at once",
            new ReportRules() {
              @Override
              public boolean isFor(MemorySegment informInfo, MemorySegment notice) {
                return !isAll(informInfo) && ReportRules.super.isFor(informInfo, notice);
              }
            }),
        traps("only-creations", "treats the wildcard of TrapNumber as 66", t -> t == CREATED),
        traps("only-deletions", "treats the wildcard of TrapNumber as 67", t -> t == DELETED),
        traps("only-ports", "treats the wildcard of TrapNumber as 64 and 65", t -> t < CREATED),
        rules(
            "replaced-by-narrow",
            "replaces a subscription to all traps by one to a single trap, and vice versa",
            new ReportRules() {
              @Override
              public boolean isSame(MemorySegment one, MemorySegment other) {
                return ReportRules.super.isSame(one, other)
                    || (LID_RANGE_BEGIN.get(one, 0) == LID_RANGE_BEGIN.get(other, 0)
                        && (isAll(one) || isAll(other)));
              }
            }),
        deviation(
            "allreports.narrow-not-kept",
            "does not store a subscription that a subscription to all events includes",
            seams -> seams.reports.deviate(_ -> new NarrowForgotten())));
  }

  /// Knows of one subscriber.
  private static final class NarrowForgotten implements ReportRules {
    private boolean hasAll;

    @Override
    public boolean keeps(MemorySegment informInfo) {
      boolean isNarrow = hasAll && !isAll(informInfo);
      hasAll |= isAll(informInfo);
      return !isNarrow;
    }

    @Override
    public boolean refusesUnknown() {
      return false;
    }
  }

  private static boolean isAll(MemorySegment informInfo) {
    return TYPE.get(informInfo, 0) == ReportRules.ALL
        && TRAP_NUMBER_DEVICE_ID.get(informInfo, 0) == ReportRules.ALL
        && PRODUCER_TYPE_VENDOR_ID.get(informInfo, 0) == ReportRules.ALL_PRODUCERS;
  }

  private static DeviationSpec traps(String name, String text, LongPredicate wanted) {
    return rules(
        name,
        text,
        new ReportRules() {
          @Override
          public boolean isForTrap(MemorySegment informInfo, MemorySegment notice) {
            boolean isWild = TRAP_NUMBER_DEVICE_ID.get(informInfo, 0) == ALL;
            return ReportRules.super.isForTrap(informInfo, notice)
                && (!isWild || wanted.test(Notice.TRAP_NUMBER_DEVICE_ID.get(notice, 0)));
          }
        });
  }

  private static DeviationSpec rules(String name, String text, ReportRules rules) {
    return deviation("allreports." + name, text, seams -> seams.reports.deviate(_ -> rules));
  }
}
