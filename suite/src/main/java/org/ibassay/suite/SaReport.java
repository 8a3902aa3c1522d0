package org.ibassay.suite;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Notice;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.sa.Gid;
import org.ibassay.wire.sa.SaHeader;
import org.ibassay.wire.sa.SaNotice;

/// A Report(Notice) sent by subnet administration.
///
/// @param mad all 256 bytes
/// @param frame its frame number in the capture
public record SaReport(MemorySegment mad, long frame) {
  private static final Field GID_ADDR = NoticeDetails.of(64).orElseThrow().fields().getFirst();

  /// A field of a header.
  public long header(Field field) {
    return field.get(mad, 0);
  }

  /// A component of the Notice.
  public long data(Field component) {
    return component.get(mad, SaHeader.DATA);
  }

  /// A component of the Notice that is a GID.
  public Gid gid(Field component) {
    return Gid.get(component, mad, SaHeader.DATA);
  }

  /// The GID of the port or multicast group that a Report of trap 64 to 67 concerns.
  public Gid about() {
    return gid(GID_ADDR);
  }

  /// The trap number.
  public int trap() {
    return (int) data(Notice.TRAP_NUMBER_DEVICE_ID);
  }

  /// MADHeader:TransactionID, which is the same in a repeated Report.
  public long transactionId() {
    return header(MadHeader.TRANSACTION_ID);
  }

  @Override
  public String toString() {
    return "Report(Notice) of trap %d about %s".formatted(trap(), about());
  }

  /// Whether it has the TransactionID and the Notice of the first Report of an event.
  public boolean isRepetitionOf(SaReport first) {
    int bytes = SaNotice.ATTRIBUTE.layout().bytes();
    return transactionId() == first.transactionId()
        && mad.asSlice(SaHeader.DATA, bytes).mismatch(first.mad.asSlice(SaHeader.DATA, bytes)) < 0;
  }

  /// Whether these are Reports of one event.
  ///
  /// @param reports Reports; false if there are none
  public static boolean areRepetitions(List<SaReport> reports) {
    return !reports.isEmpty()
        && reports.stream().allMatch(report -> report.isRepetitionOf(reports.getFirst()));
  }
}
