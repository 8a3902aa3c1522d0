package org.ibassay.wire.sa;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.wire.Described;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.RmppHeader;

/// Writes MADs of subnet administration for people, whatever they hold.
public final class SaText {
  private SaText() {}

  /// Whether a MAD is one, and so long that it can hold something.
  public static boolean isSa(MemorySegment mad) {
    return mad.byteSize() > SaHeader.DATA
        && MadHeader.MGMT_CLASS.get(mad, 0) == Gmp.SUBNET_ADMINISTRATION;
  }

  /// In a few words: `SubnAdmGetTable(PathRecord)`.
  ///
  /// @param mad one that [#isSa]
  public static String summary(MemorySegment mad) {
    return SaMethod.name((int) MadHeader.METHOD.get(mad, 0))
        + "("
        + SaAttributes.name(id(mad))
        + ")";
  }

  /// The whole MAD, field by field. Of a table in several segments only the first one's records can
  /// be distinguished.
  ///
  /// @param mad one that [#isSa]
  public static Described describe(MemorySegment mad) {
    List<Described> parts = new ArrayList<>();
    parts.add(Described.of(MadHeader.LAYOUT, mad, 0));
    parts.add(fields(RmppHeader.LAYOUT, mad, SaHeader.SM_KEY.bitOffset()));
    parts.add(fields(SaHeader.LAYOUT, mad, SaHeader.DATA * 8));
    parts.addAll(records(mad));
    return new Described(summary(mad), List.of(), parts);
  }

  private static int id(MemorySegment mad) {
    return (int) MadHeader.ATTRIBUTE_ID.get(mad, 0);
  }

  /// The fields of a layout up to a bit: the layouts of headers go on with what follows them.
  private static Described fields(Layout layout, MemorySegment mad, int end) {
    return new Described(
        layout.name(),
        List.of(),
        layout.fields().stream()
            .filter(field -> field.bitOffset() < end)
            .map(field -> Described.of(layout, field, mad, 0))
            .toList());
  }

  private static List<Described> records(MemorySegment mad) {
    MemorySegment data = mad.asSlice(SaHeader.DATA);
    Optional<SaAttribute> known = SaAttributes.of(id(mad));
    boolean isLater =
        RmppHeader.ACTIVE.get(mad, 0) == 1 && RmppHeader.SEGMENT_NUMBER.get(mad, 0) > 1;
    if (known.isEmpty() || isLater) {
      return List.of(Described.bytes(SaHeader.SUBNET_ADMIN_DATA.name(), data));
    }
    int offset = isTable(mad) ? (int) SaHeader.ATTRIBUTE_OFFSET.get(mad, 0) : 0;
    List<MemorySegment> records =
        SaRecords.of(known.get(), data.asSlice(0, length(mad, data)), offset).records();
    Layout layout = known.get().layout();
    return records.isEmpty()
        ? List.of(Described.of(layout, data, 0))
        : records.stream().map(record -> Described.of(layout, record, 0)).toList();
  }

  /// What follows the one record of any other MAD is padding.
  private static boolean isTable(MemorySegment mad) {
    long method = MadHeader.METHOD.get(mad, 0);
    return method == SaMethod.GET_TABLE_RESP || method == SaMethod.GET_MULTI_RESP;
  }

  /// How much of the data counts: RMPP says it in the last segment.
  private static long length(MemorySegment mad, MemorySegment data) {
    boolean isLast =
        isTable(mad) && RmppHeader.ACTIVE.get(mad, 0) == 1 && RmppHeader.LAST.get(mad, 0) == 1;
    long header = SaHeader.DATA - RmppHeader.DATA;
    return isLast
        ? Math.clamp(RmppHeader.PAYLOAD_LENGTH.get(mad, 0) - header, 0, data.byteSize())
        : data.byteSize();
  }
}
