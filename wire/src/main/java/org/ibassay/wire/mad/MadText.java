package org.ibassay.wire.mad;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.Described;
import org.ibassay.wire.Field;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NoticeDetails;

/// Writes management datagrams for people and for JSON, whatever they hold and however short they
/// are.
public final class MadText {
  private MadText() {}

  /// In a few words: `SubnGetResp(PortInfo)`; of another class its number, and its attribute.
  ///
  /// @param mad starts with the MAD's first byte
  public static String summary(MemorySegment mad) {
    if (mad.byteSize() < MadHeader.LAYOUT.bytes()) {
      return "MAD of " + mad.byteSize() + " bytes";
    }
    int method = (int) MadHeader.METHOD.get(mad, 0);
    int attribute = (int) MadHeader.ATTRIBUTE_ID.get(mad, 0);
    if (isSubnetManagement(mad)) {
      return Method.name(method) + "(" + Attribute.name(attribute) + ")";
    }
    int mgmtClass = (int) MadHeader.MGMT_CLASS.get(mad, 0);
    return "class 0x%02x method 0x%02x %s"
        .formatted(
            mgmtClass,
            method,
            GmpAttributes.of(mgmtClass, attribute)
                .map(GmpAttribute::name)
                .orElse("attribute 0x%04x".formatted(attribute)));
  }

  /// The whole MAD, field by field.
  ///
  /// @param mad starts with the MAD's first byte and ends with its last
  public static Described describe(MemorySegment mad) {
    if (mad.byteSize() < MadHeader.LAYOUT.bytes()) {
      return new Described(
          "MAD",
          List.of(),
          List.of(Described.of(MadHeader.LAYOUT, mad, 0), Described.bytes("bytes", mad)));
    }
    List<Described> parts = new ArrayList<>();
    parts.add(header(mad));
    if (!isSubnetManagement(mad)) {
      parts.addAll(general(mad));
      return new Described(summary(mad), List.of(), parts);
    }
    boolean directed = isDirected(mad);
    parts.add(field(Smp.M_KEY, mad));
    if (directed) {
      parts.add(field(Smp.DR_SLID, mad));
      parts.add(field(Smp.DR_DLID, mad));
    }
    parts.addAll(data(mad));
    if (directed) {
      parts.add(field(Smp.INITIAL_PATH, mad));
      parts.add(field(Smp.RETURN_PATH, mad));
    }
    if (mad.byteSize() < Smp.BYTES_OF_MAD) {
      parts.removeIf(part -> part.values().isEmpty() && part.parts().isEmpty());
      parts.add(Described.cutOff(mad.byteSize(), Smp.BYTES_OF_MAD));
    }
    return new Described(summary(mad), List.of(), parts);
  }

  /// What a class has after the common header. What is reserved is left out.
  private static List<Described> general(MemorySegment mad) {
    int mgmtClass = (int) MadHeader.MGMT_CLASS.get(mad, 0);
    int id = (int) MadHeader.ATTRIBUTE_ID.get(mad, 0);
    List<Described> parts = new ArrayList<>();
    if (ManagementClass.hasRmpp(mgmtClass) && mad.byteSize() >= RmppHeader.DATA) {
      parts.add(
          new Described(
              RmppHeader.LAYOUT.name(),
              List.of(),
              RmppHeader.LAYOUT.fields().stream()
                  .filter(field -> field.bitOffset() < RmppHeader.DATA * Byte.SIZE)
                  .map(field -> Described.of(RmppHeader.LAYOUT, field, mad, 0))
                  .toList()));
    }
    GmpAttributes.header(mgmtClass).ifPresent(own -> parts.add(Described.of(own, mad, 0)));
    int offset = ManagementClass.data(mgmtClass, id);
    MemorySegment data =
        mad.asSlice(
            Math.min(
                offset == ManagementClass.UNKNOWN ? MadHeader.LAYOUT.bytes() : offset,
                mad.byteSize()));
    parts.add(
        GmpAttributes.of(mgmtClass, id)
            .filter(known -> offset != ManagementClass.UNKNOWN && known.layout().bytes() > 0)
            .map(known -> Described.of(known.layout(), data, 0))
            .orElseGet(() -> Described.bytes("Data", data)));
    return parts;
  }

  /// Describes an attribute.
  ///
  /// @param id as in the MAD header's AttributeID
  /// @param in holds the attribute, or the beginning of it
  /// @param base where it starts in `in`, in bytes
  public static Described attribute(int id, MemorySegment in, long base) {
    return Attribute.of(id)
        .map(known -> Described.of(known.layout(), in, base))
        .orElseGet(
            () -> Described.bytes(Attribute.name(id), in.asSlice(Math.min(base, in.byteSize()))));
  }

  private static Described header(MemorySegment mad) {
    List<Described> parts = new ArrayList<>();
    for (Field field : MadHeader.LAYOUT.fields()) {
      if (field.equals(MadHeader.STATUS) && isDirected(mad)) {
        parts.add(field(Smp.DIRECTION, mad));
      }
      if (field.equals(MadHeader.CLASS_SPECIFIC) && isDirected(mad)) {
        parts.add(field(Smp.HOP_POINTER, mad));
        parts.add(field(Smp.HOP_COUNT, mad));
      } else {
        parts.add(Described.of(MadHeader.LAYOUT, field, mad, 0));
      }
    }
    return new Described(MadHeader.LAYOUT.name(), List.of(), parts);
  }

  private static List<Described> data(MemorySegment mad) {
    MemorySegment data =
        mad.asSlice(
            Math.min(Smp.DATA, mad.byteSize()),
            Math.clamp(mad.byteSize() - Smp.DATA, 0, Smp.DATA_BYTES));
    int id = (int) MadHeader.ATTRIBUTE_ID.get(mad, 0);
    List<Described> all = new ArrayList<>();
    all.add(attribute(id, data, 0));
    if (id == Attribute.NOTICE.id()) {
      NoticeDetails.of(data).ifPresent(details -> all.add(Described.of(details, data, 0)));
    }
    return all;
  }

  private static Described field(Field field, MemorySegment mad) {
    return Described.of(Smp.LAYOUT, field, mad, 0);
  }

  private static boolean isSubnetManagement(MemorySegment mad) {
    return MadHeader.MGMT_CLASS.get(mad, 0) == Smp.LID_ROUTED || isDirected(mad);
  }

  private static boolean isDirected(MemorySegment mad) {
    return MadHeader.MGMT_CLASS.get(mad, 0) == Smp.DIRECTED_ROUTE;
  }
}
