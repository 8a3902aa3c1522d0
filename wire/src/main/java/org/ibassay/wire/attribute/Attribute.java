package org.ibassay.wire.attribute;

import java.util.List;
import java.util.Optional;
import org.ibassay.wire.Layout;

/// A subnet management attribute: its ID and its table.
///
/// @param id as in the MAD header's AttributeID
/// @param layout of the attribute's data; starts at [org.ibassay.wire.mad.Smp#DATA]
public record Attribute(int id, Layout layout) {
  public static final Attribute NOTICE = new Attribute(0x0002, Notice.LAYOUT);
  public static final Attribute NODE_DESCRIPTION = new Attribute(0x0010, NodeDescription.LAYOUT);
  public static final Attribute NODE_INFO = new Attribute(0x0011, NodeInfo.LAYOUT);
  public static final Attribute SWITCH_INFO = new Attribute(0x0012, SwitchInfo.LAYOUT);
  public static final Attribute GUID_INFO = new Attribute(0x0014, GuidInfo.LAYOUT);
  public static final Attribute PORT_INFO = new Attribute(0x0015, PortInfo.LAYOUT);
  public static final Attribute P_KEY_TABLE = new Attribute(0x0016, PKeyTable.LAYOUT);
  public static final Attribute SL_TO_VL_MAPPING_TABLE =
      new Attribute(0x0017, SlToVlMappingTable.LAYOUT);
  public static final Attribute VL_ARBITRATION_TABLE =
      new Attribute(0x0018, VlArbitrationTable.LAYOUT);
  public static final Attribute LINEAR_FORWARDING_TABLE =
      new Attribute(0x0019, LinearForwardingTable.LAYOUT);
  public static final Attribute RANDOM_FORWARDING_TABLE =
      new Attribute(0x001A, RandomForwardingTable.LAYOUT);
  public static final Attribute MULTICAST_FORWARDING_TABLE =
      new Attribute(0x001B, MulticastForwardingTable.LAYOUT);
  public static final Attribute LINK_SPEED_WIDTH_PAIRS_TABLE =
      new Attribute(0x001C, LinkSpeedWidthPairsTable.LAYOUT);
  public static final Attribute SM_INFO = new Attribute(0x0020, SmInfo.LAYOUT);
  public static final Attribute VENDOR_DIAG = new Attribute(0x0030, VendorDiag.LAYOUT);
  public static final Attribute LED_INFO = new Attribute(0x0031, LedInfo.LAYOUT);
  public static final Attribute PORT_INFO_EXTENDED = new Attribute(0x0033, PortInfoExtended.LAYOUT);
  public static final Attribute EXTENDED_PORT_INFO = new Attribute(0xFF90, ExtendedPortInfo.LAYOUT);

  private static final List<Attribute> ALL =
      List.of(
          NOTICE,
          NODE_DESCRIPTION,
          NODE_INFO,
          SWITCH_INFO,
          GUID_INFO,
          PORT_INFO,
          P_KEY_TABLE,
          SL_TO_VL_MAPPING_TABLE,
          VL_ARBITRATION_TABLE,
          LINEAR_FORWARDING_TABLE,
          RANDOM_FORWARDING_TABLE,
          MULTICAST_FORWARDING_TABLE,
          LINK_SPEED_WIDTH_PAIRS_TABLE,
          SM_INFO,
          VENDOR_DIAG,
          LED_INFO,
          PORT_INFO_EXTENDED,
          EXTENDED_PORT_INFO);

  /// Returns every attribute that has a table.
  public static List<Attribute> all() {
    return ALL;
  }

  /// Returns the attribute with that ID, if it has a table.
  public static Optional<Attribute> of(int id) {
    return ALL.stream().filter(a -> a.id == id).findFirst();
  }

  /// Returns the name of an attribute with or without a table; for an unknown one, its ID.
  public static String name(int id) {
    return of(id).map(Attribute::name).orElseGet(() -> nameWithoutTable(id));
  }

  /// IDs are those of libibmad's `mad.h`; 0x001E and 0x0032 are named after PortInfo's capability
  /// bits.
  private static String nameWithoutTable(int id) {
    return switch (id) {
      case 0x001D -> "VendorSpecificMadsTable";
      case 0x001E -> "HierarchyInfo";
      case 0x0032 -> "CableInfo";
      default -> "attribute 0x%04X".formatted(id);
    };
  }

  /// Returns the name, as the specification spells it.
  public String name() {
    return layout.name();
  }
}
