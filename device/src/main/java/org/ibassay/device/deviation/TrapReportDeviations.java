package org.ibassay.device.deviation;

import static org.ibassay.device.deviation.SaEdits.deviation;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.function.Consumer;
import org.ibassay.device.sa.ReportRules;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaNotice;

/// Deviations in the Reports of traps that other ports send.
final class TrapReportDeviations {
  /// Traps up to this one are those of the subnet manager itself.
  private static final int LAST_OWN = 67;

  private static final int DETAILS = 10;
  private static final int DETAILS_END = 64;

  private TrapReportDeviations() {}

  static List<DeviationSpec> all() {
    return List.of(
        rules(
            "none",
            "reports no traps of other ports",
            new ReportRules() {
              @Override
              public boolean reports(int trap) {
                return trap <= LAST_OWN;
              }
            }),
        deviation(
            "trapreport.first-only",
            "reports only the first trap of another port",
            seams -> seams.reports.deviate(_ -> new FirstOnly())),
        rules(
            "trap-number-ignored",
            "reports traps of another port to subscribers of any trap",
            new ReportRules() {
              @Override
              public boolean isForTrap(MemorySegment informInfo, MemorySegment notice) {
                return isOther(notice) || ReportRules.super.isForTrap(informInfo, notice);
              }
            }),
        rules(
            "issuer-ignored",
            "reports traps of every port, whatever LIDs or GID are subscribed to",
            new ReportRules() {
              @Override
              public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
                return isOther(notice) || ReportRules.super.isForIssuer(informInfo, notice);
              }
            }),
        rules(
            "producer-ignored",
            "reports traps of every ProducerType",
            new ReportRules() {
              @Override
              public boolean isForProducer(MemorySegment informInfo, MemorySegment notice) {
                return isOther(notice) || ReportRules.super.isForProducer(informInfo, notice);
              }
            }),
        rules(
            "type-ignored",
            "reports traps of every Type",
            new ReportRules() {
              @Override
              public boolean isForType(MemorySegment informInfo, MemorySegment notice) {
                return isOther(notice) || ReportRules.super.isForType(informInfo, notice);
              }
            }),
        rules(
            "gid-never-fits",
            "reports no trap of a port to a subscriber that names its GID",
            new ReportRules() {
              @Override
              public boolean isForIssuer(MemorySegment informInfo, MemorySegment notice) {
                boolean isByGid = Gid.get(InformInfo.GID_FIELD, informInfo, 0).guid() != 0;
                return !(isOther(notice) && isByGid)
                    && ReportRules.super.isForIssuer(informInfo, notice);
              }
            }),
        edit("issuer-gid-0", "reports traps without IssuerGID", TrapReportDeviations::clearGid),
        edit(
            "issuer-gid-guid-only",
            "reports traps with an IssuerGID without prefix",
            notice ->
                new Gid(0, Gid.get(SaNotice.ISSUER_GID, notice, 0).guid())
                    .set(SaNotice.ISSUER_GID, notice, 0)),
        field("issuer-lid-0", "IssuerLID 0", Notice.ISSUER_LID, 0),
        field("producer-type-4", "ProducerType 4", Notice.PRODUCER_TYPE_VENDOR_ID, 4),
        field("type-3", "Type 3", Notice.TYPE, 3),
        field("is-generic-0", "IsGeneric 0", Notice.IS_GENERIC, 0),
        edit(
            "details-empty",
            "reports traps without DataDetails",
            notice -> notice.asSlice(DETAILS, DETAILS_END - DETAILS).fill((byte) 0)));
  }

  private static final class FirstOnly implements ReportRules {
    private int traps;

    @Override
    public boolean reports(int trap) {
      return trap <= LAST_OWN || ++traps == 1;
    }
  }

  private static void clearGid(MemorySegment notice) {
    SaNotice.ISSUER_GID.slice(notice, 0).fill((byte) 0);
  }

  private static boolean isOther(MemorySegment notice) {
    return Notice.TRAP_NUMBER_DEVICE_ID.get(notice, 0) > LAST_OWN;
  }

  private static DeviationSpec field(String name, String text, Field field, long value) {
    return edit(
        name, "reports traps of other ports with " + text, notice -> field.set(notice, 0, value));
  }

  private static DeviationSpec edit(String name, String text, Consumer<MemorySegment> edit) {
    return rules(
        name,
        text,
        new ReportRules() {
          @Override
          public void edit(MemorySegment report) {
            MemorySegment notice = report.asSlice(SaHeader.DATA);
            if (isOther(notice)) {
              edit.accept(notice);
            }
          }
        });
  }

  private static DeviationSpec rules(String name, String text, ReportRules wrong) {
    return deviation("trapreport." + name, text, seams -> seams.reports.deviate(_ -> wrong));
  }
}
