package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.IntPredicate;
import java.util.stream.Stream;
import org.ibassay.device.sa.ReportRules;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaMethod;
import org.ibassay.wire.sa.SaNotice;

/// Deviations in what is reported, to whom, and how often.
final class ReportDeviations {
  private static final int CREATED = 66;
  private static final int DELETED = 67;
  private static final int ALL_LIDS = 0xFFFF;
  private static final Field GID_ADDR = NoticeDetails.of(CREATED).orElseThrow().fields().getFirst();

  private ReportDeviations() {}

  static List<DeviationSpec> all() {
    return Stream.of(
            whether(), headers(), notices(), repetitions(), filters(), wildcards(), ranges())
        .flatMap(List::stream)
        .toList();
  }

  private static List<DeviationSpec> whether() {
    return List.of(
        reports("none", "reports nothing", _ -> false),
        reports("no-creation", "does not report that a group is created", t -> t != CREATED),
        reports("no-deletion", "does not report that a group is deleted", t -> t != DELETED),
        rules(
            "to-all",
            "reports to every port",
            new ReportRules() {
              @Override
              public boolean reportsAll() {
                return true;
              }
            }));
  }

  private static DeviationSpec reports(String name, String text, IntPredicate traps) {
    return rules(
        name,
        text,
        new ReportRules() {
          @Override
          public boolean reports(int trap) {
            return traps.test(trap);
          }
        });
  }

  private static List<DeviationSpec> headers() {
    return List.of(
        header("as-trap", MadHeader.METHOD, SaMethod.TRAP),
        header("base-version-0", MadHeader.BASE_VERSION, 0),
        header("class-version-1", MadHeader.CLASS_VERSION, 1),
        header("status-1", MadHeader.STATUS, 1),
        header("modifier-1", MadHeader.ATTRIBUTE_MODIFIER, 1),
        header("transaction-0", MadHeader.TRANSACTION_ID, 0),
        header("transaction-constant", MadHeader.TRANSACTION_ID, 77),
        header("rmpp-active", RmppHeader.ACTIVE, 1),
        header("sm-key-shown", SaHeader.SM_KEY, 1),
        header("component-mask-1", SaHeader.COMPONENT_MASK, 1));
  }

  private static DeviationSpec header(String name, Field field, long value) {
    return edited(
        name, "sends a Report with another " + field.name(), mad -> field.set(mad, 0, value));
  }

  private static List<DeviationSpec> notices() {
    return List.of(
        notice("is-generic-0", Notice.IS_GENERIC, 0),
        notice("type-4", Notice.TYPE, 4),
        notice("producer-type-1", Notice.PRODUCER_TYPE_VENDOR_ID, 1),
        notice("issuer-lid-0", Notice.ISSUER_LID, 0),
        notice("trap-number-64", Notice.TRAP_NUMBER_DEVICE_ID, 64),
        edited(
            "traps-swapped",
            "reports trap 67 when a group is created, and 66 when it is deleted",
            mad ->
                Notice.TRAP_NUMBER_DEVICE_ID.set(
                    mad,
                    SaHeader.DATA,
                    CREATED + DELETED - Notice.TRAP_NUMBER_DEVICE_ID.get(mad, SaHeader.DATA))),
        edited(
            "issuer-gid-0",
            "reports with IssuerGID 0",
            mad -> new Gid(0, 0).set(SaNotice.ISSUER_GID, mad, SaHeader.DATA)),
        edited(
            "mgid-low-bit",
            "reports another MGID",
            mad -> {
              Gid gid = Gid.get(GID_ADDR, mad, SaHeader.DATA);
              new Gid(gid.prefix(), gid.guid() ^ 1).set(GID_ADDR, mad, SaHeader.DATA);
            }),
        edited(
            "mgid-is-issuer",
            "reports the issuer's GID as MGID",
            mad ->
                Gid.get(SaNotice.ISSUER_GID, mad, SaHeader.DATA)
                    .set(GID_ADDR, mad, SaHeader.DATA)));
  }

  private static DeviationSpec notice(String name, Field field, long value) {
    return edited(
        name, "reports with another " + field.name(), mad -> field.set(mad, SaHeader.DATA, value));
  }

  private static DeviationSpec edited(String name, String text, Consumer<MemorySegment> edit) {
    return rules(
        name,
        text,
        new ReportRules() {
          @Override
          public void edit(MemorySegment report) {
            edit.accept(report);
          }
        });
  }

  private static List<DeviationSpec> repetitions() {
    return List.of(
        rules(
            "answer-ignored",
            "repeats a Report that was answered",
            new ReportRules() {
              @Override
              public boolean heedsAnswers() {
                return false;
              }
            }),
        rules(
            "never-ends",
            "repeats Reports forever, answered or not",
            new ReportRules() {
              @Override
              public boolean heedsAnswers() {
                return false;
              }

              @Override
              public int tries(int usual) {
                return 1000;
              }
            }),
        repeated(
            "repeated-transaction",
            "repeats a Report with another TransactionID",
            mad ->
                MadHeader.TRANSACTION_ID.set(
                    mad, 0, MadHeader.TRANSACTION_ID.get(mad, 0) + 0x10_0000)),
        repeated(
            "repeated-notice",
            "repeats a Report with another NoticeCount",
            mad -> Notice.NOTICE_COUNT.set(mad, SaHeader.DATA, 1)));
  }

  private static DeviationSpec repeated(String name, String text, Consumer<MemorySegment> edit) {
    return rules(
        name,
        text,
        new ReportRules() {
          @Override
          public void editRepeated(MemorySegment report) {
            edit.accept(report);
          }

          @Override
          public boolean heedsAnswers() {
            return false;
          }
        });
  }

  private static List<DeviationSpec> filters() {
    return List.of(
        rules(
            "trap-number-ignored",
            "ignores TrapNumber",
            new ReportRules() {
              @Override
              public boolean isForTrap(MemorySegment informInfo, MemorySegment notice) {
                return true;
              }
            }),
        rules(
            "type-ignored",
            "ignores Type",
            new ReportRules() {
              @Override
              public boolean isForType(MemorySegment informInfo, MemorySegment notice) {
                return true;
              }
            }),
        rules(
            "producer-type-ignored",
            "ignores ProducerType",
            new ReportRules() {
              @Override
              public boolean isForProducer(MemorySegment informInfo, MemorySegment notice) {
                return true;
              }
            }),
        rules(
            "issuer-ignored",
            "ignores GID and LIDRange",
            new ReportRules() {
              @Override
              public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
                return true;
              }
            }),
        rules(
            "is-generic-ignored",
            "ignores IsGeneric",
            new ReportRules() {
              @Override
              public boolean isFor(MemorySegment informInfo, MemorySegment notice) {
                return isForIssuer(informInfo, notice)
                    && isForType(informInfo, notice)
                    && isForTrap(informInfo, notice)
                    && isForProducer(informInfo, notice);
              }
            }),
        rules(
            "lid-range-ignored",
            "ignores LIDRange",
            new ReportRules() {
              @Override
              public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
                boolean hasGid = InformInfo.GID_FIELD.slice(informInfo, 0).mismatch(ZEROS) >= 0;
                return !hasGid || ReportRules.super.isForIssuer(informInfo, notice);
              }
            }));
  }

  private static List<DeviationSpec> ranges() {
    return List.of(
        range("lid-range-end-ignored", "reports LIDRangeBegin only", (lid, from, _) -> lid == from),
        range("lid-range-open", "ignores LIDRangeEnd", (lid, from, _) -> lid >= from),
        range(
            "lid-range-end-exclusive",
            "leaves LIDRangeEnd out of a range of several LIDs",
            (lid, from, to) -> from == to ? lid == from : lid >= from && lid < to),
        range(
            "lid-range-begin-exclusive",
            "leaves LIDRangeBegin out of a range of several LIDs",
            (lid, from, to) -> from == to ? lid == from : lid > from && lid <= to),
        range("lid-range-begin-ignored", "ignores LIDRangeBegin", (lid, _, to) -> lid <= to));
  }

  /// Decides whether LIDRange includes a LID.
  private interface LidRange {
    boolean has(long lid, long from, long to);
  }

  private static DeviationSpec range(String name, String text, LidRange range) {
    return rules(
        name,
        text,
        new ReportRules() {
          @Override
          public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
            long from = InformInfo.LID_RANGE_BEGIN.get(informInfo, 0);
            boolean hasGid = InformInfo.GID_FIELD.slice(informInfo, 0).mismatch(ZEROS) >= 0;
            return (hasGid || from == ALL_LIDS)
                ? ReportRules.super.isForIssuer(informInfo, notice)
                : range.has(
                    Notice.ISSUER_LID.get(notice, 0),
                    from,
                    InformInfo.LID_RANGE_END.get(informInfo, 0));
          }
        });
  }

  private static final MemorySegment ZEROS = MemorySegment.ofArray(new byte[16]);

  private static List<DeviationSpec> wildcards() {
    return List.of(
        rules(
            "all-traps-unknown",
            "does not treat TrapNumber 0xFFFF as a wildcard",
            new ReportRules() {
              @Override
              public boolean isForTrap(MemorySegment informInfo, MemorySegment notice) {
                return isEqual(
                    InformInfo.TRAP_NUMBER_DEVICE_ID,
                    informInfo,
                    Notice.TRAP_NUMBER_DEVICE_ID,
                    notice);
              }
            }),
        rules(
            "all-types-unknown",
            "does not treat Type 0xFFFF as a wildcard",
            new ReportRules() {
              @Override
              public boolean isForType(MemorySegment informInfo, MemorySegment notice) {
                return isEqual(InformInfo.TYPE, informInfo, Notice.TYPE, notice);
              }
            }),
        rules(
            "all-producers-unknown",
            "does not treat ProducerType 0xFFFFFF as a wildcard",
            new ReportRules() {
              @Override
              public boolean isForProducer(MemorySegment informInfo, MemorySegment notice) {
                return isEqual(
                    InformInfo.PRODUCER_TYPE_VENDOR_ID,
                    informInfo,
                    Notice.PRODUCER_TYPE_VENDOR_ID,
                    notice);
              }
            }),
        rules(
            "lid-range-exclusive",
            "leaves LIDRangeBegin out of the range",
            new ReportRules() {
              @Override
              public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
                return ReportRules.super.isForIssuer(informInfo, notice)
                    && !isEqual(InformInfo.LID_RANGE_BEGIN, informInfo, Notice.ISSUER_LID, notice);
              }
            }),
        rules(
            "gid-never-fits",
            "reports nothing to a subscriber that names a GID",
            new ReportRules() {
              @Override
              public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
                return InformInfo.GID_FIELD.slice(informInfo, 0).mismatch(ZEROS) < 0
                    && ReportRules.super.isForIssuer(informInfo, notice);
              }
            }));
  }

  private static boolean isEqual(Field one, MemorySegment in, Field other, MemorySegment notice) {
    return one.get(in, 0) == other.get(notice, 0);
  }

  static DeviationSpec rules(String name, String text, ReportRules rules) {
    return deviation("report." + name, text, seams -> seams.reports.deviate(_ -> rules));
  }
}
