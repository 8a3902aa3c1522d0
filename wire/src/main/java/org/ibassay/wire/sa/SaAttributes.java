package org.ibassay.wire.sa;

import java.util.List;
import java.util.Optional;

/// All attributes of subnet administration that have a table.
public final class SaAttributes {
  private static final List<SaAttribute> ALL =
      List.of(
          ClassPortInfo.ATTRIBUTE,
          SaNotice.ATTRIBUTE,
          InformInfo.ATTRIBUTE,
          NodeRecord.ATTRIBUTE,
          PortInfoRecord.ATTRIBUTE,
          SlToVlMappingTableRecord.ATTRIBUTE,
          SwitchInfoRecord.ATTRIBUTE,
          LinearForwardingTableRecord.ATTRIBUTE,
          RandomForwardingTableRecord.ATTRIBUTE,
          MulticastForwardingTableRecord.ATTRIBUTE,
          SmInfoRecord.ATTRIBUTE,
          LinkRecord.ATTRIBUTE,
          GuidInfoRecord.ATTRIBUTE,
          ServiceRecord.ATTRIBUTE,
          PKeyTableRecord.ATTRIBUTE,
          PathRecord.ATTRIBUTE,
          VlArbitrationTableRecord.ATTRIBUTE,
          McMemberRecord.ATTRIBUTE,
          TraceRecord.ATTRIBUTE,
          MultiPathRecord.ATTRIBUTE,
          ServiceAssociationRecord.ATTRIBUTE,
          InformInfoRecord.ATTRIBUTE);

  private SaAttributes() {}

  /// By number.
  public static List<SaAttribute> all() {
    return ALL;
  }

  /// The attribute of that number, if it has a table.
  public static Optional<SaAttribute> of(int id) {
    return ALL.stream().filter(a -> a.id() == id).findFirst();
  }

  /// The records of an answer: a SubnAdmGetMulti of MultiPathRecord returns PathRecords
  /// (o15-0.2.7), each other request records of its own attribute.
  ///
  /// @param method of the request
  /// @param id AttributeID of the request
  public static int answered(int method, int id) {
    return method == SaMethod.GET_MULTI && id == MultiPathRecord.ATTRIBUTE.id()
        ? PathRecord.ATTRIBUTE.id()
        : id;
  }

  /// The attribute's name; of an unknown one its number.
  public static String name(int id) {
    return of(id).map(SaAttribute::name).orElseGet(() -> nameWithoutTable(id));
  }

  /// Numbers as libibumad's `umad_sa.h` has them.
  private static String nameWithoutTable(int id) {
    return switch (id) {
      case 0x0019 -> "LinkSpeedWidthPairsTableRecord";
      case 0x003C -> "HierarchyInfoRecord";
      case 0x003D -> "CableInfoRecord";
      case 0x003E -> "PortInfoExtendedRecord";
      default -> "attribute 0x%04X".formatted(id);
    };
  }
}
