package org.ibassay.wire.management;

import org.ibassay.wire.cc.CcHeader;
import org.ibassay.wire.cc.CongestionLog;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.VendorHeader;

/// Management classes: values of the header's MgmtClass field (13.4.4), and where the data of each
/// class starts. Subnet management and administration are in [org.ibassay.wire.mad.Smp] and
/// [org.ibassay.wire.mad.Gmp].
public final class ManagementClass {
  public static final int PERFORMANCE = 0x04;
  public static final int BASEBOARD = 0x05;
  public static final int DEVICE = 0x06;
  public static final int COMMUNICATION = 0x07;
  public static final int SNMP = 0x08;
  public static final int DEVICE_ADMINISTRATION = 0x10;
  public static final int BOOT = 0x11;
  public static final int BOOT_INFORMATION = 0x12;
  public static final int CONGESTION_CONTROL = 0x21;

  /// No public source says where the data of the class starts.
  public static final int UNKNOWN = -1;

  private static final int AFTER_COMMON_HEADER = MadHeader.LAYOUT.bytes();
  private static final int AFTER_RESERVED = 64;

  private ManagementClass() {}

  /// Returns the offset of an attribute's data from the start of the MAD, in bytes, or [#UNKNOWN].
  /// The values follow libibmad and python-rdma; for device administration and boot information
  /// Linux, the only source.
  public static int data(int mgmtClass, int attribute) {
    return switch (mgmtClass) {
      case PERFORMANCE, BASEBOARD, DEVICE, SNMP, DEVICE_ADMINISTRATION, BOOT_INFORMATION ->
          AFTER_RESERVED;
      case CONGESTION_CONTROL ->
          attribute == CongestionLog.ATTRIBUTE.id() ? CcHeader.LAYOUT.bytes() : AFTER_RESERVED;
      case COMMUNICATION -> AFTER_COMMON_HEADER;
      default -> vendorData(mgmtClass);
    };
  }

  private static int vendorData(int mgmtClass) {
    if (isVendor(mgmtClass)) {
      return AFTER_COMMON_HEADER;
    }
    return isVendorWithOui(mgmtClass) ? VendorHeader.LAYOUT.bytes() : UNKNOWN;
  }

  /// Whether a class is in the first of the two vendor ranges (16.5).
  public static boolean isVendor(int mgmtClass) {
    return mgmtClass >= 0x09 && mgmtClass <= 0x0F;
  }

  /// Whether a class is in the second vendor range, in which each MAD carries the vendor's OUI.
  public static boolean isVendorWithOui(int mgmtClass) {
    return mgmtClass >= 0x30 && mgmtClass <= 0x4F;
  }

  /// Whether MADs of a class have an RMPP header, active or not, as in Linux and OpenSM.
  public static boolean hasRmpp(int mgmtClass) {
    return switch (mgmtClass) {
      case Gmp.SUBNET_ADMINISTRATION, DEVICE, DEVICE_ADMINISTRATION, BOOT_INFORMATION -> true;
      default -> isVendorWithOui(mgmtClass);
    };
  }
}
