package org.ibassay.wire.mad;

/// Management classes, as they stand in the header's MgmtClass field (13.4.4), but for those of the
/// subnet ([Smp], [Gmp]); and where the data of each starts.
public final class ManagementClass {
  public static final int PERFORMANCE = 0x04;
  public static final int BASEBOARD = 0x05;
  public static final int DEVICE = 0x06;
  public static final int COMMUNICATION = 0x07;
  public static final int SNMP = 0x08;
  public static final int DEVICE_ADMINISTRATION = 0x10;
  public static final int BOOT_INFORMATION = 0x12;
  public static final int CONGESTION_CONTROL = 0x21;

  /// Of a class of which no public source tells where its data starts.
  public static final int UNKNOWN = -1;

  private static final int BEHIND_COMMON_HEADER = MadHeader.LAYOUT.bytes();
  private static final int BEHIND_RESERVED = 64;

  /// Behind the RMPP header, a reserved byte and the vendor's OUI.
  private static final int BEHIND_OUI = 40;

  private ManagementClass() {}

  /// Where the data starts that ClassPortInfo, Notice and InformInfo are part of, in bytes from the
  /// start of the MAD, or [#UNKNOWN]. As libibmad and python-rdma have it; of device administration
  /// and boot information as Linux has it, which alone knows them.
  public static int data(int mgmtClass) {
    return switch (mgmtClass) {
      case PERFORMANCE,
          BASEBOARD,
          DEVICE,
          SNMP,
          DEVICE_ADMINISTRATION,
          BOOT_INFORMATION,
          CONGESTION_CONTROL ->
          BEHIND_RESERVED;
      case COMMUNICATION -> BEHIND_COMMON_HEADER;
      default -> vendorData(mgmtClass);
    };
  }

  /// Vendors have two ranges of classes (16.5).
  private static int vendorData(int mgmtClass) {
    if (mgmtClass >= 0x09 && mgmtClass <= 0x0F) {
      return BEHIND_COMMON_HEADER;
    }
    return mgmtClass >= 0x30 && mgmtClass <= 0x4F ? BEHIND_OUI : UNKNOWN;
  }
}
