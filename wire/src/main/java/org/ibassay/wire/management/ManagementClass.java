package org.ibassay.wire.management;

import org.ibassay.wire.cc.CcHeader;
import org.ibassay.wire.cc.CongestionLog;
import org.ibassay.wire.mad.Gmp;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.VendorHeader;

/// Management classes, as they stand in the header's MgmtClass field (13.4.4), but for those of the
/// subnet ([org.ibassay.wire.mad.Smp], [org.ibassay.wire.mad.Gmp]); and where the data of each
/// starts.
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

  /// Of a class of which no public source tells where its data starts.
  public static final int UNKNOWN = -1;

  private static final int AFTER_COMMON_HEADER = MadHeader.LAYOUT.bytes();
  private static final int AFTER_RESERVED = 64;

  private ManagementClass() {}

  /// Where the data of an attribute starts, in bytes from the start of the MAD, or [#UNKNOWN]. As
  /// libibmad and python-rdma have it; of device administration and boot information as Linux has
  /// it, which alone knows them.
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

  /// Whether a class is of the first of the vendors' two ranges (16.5).
  public static boolean isVendor(int mgmtClass) {
    return mgmtClass >= 0x09 && mgmtClass <= 0x0F;
  }

  /// Whether a class is of the second one, where each MAD tells whose it is.
  public static boolean isVendorWithOui(int mgmtClass) {
    return mgmtClass >= 0x30 && mgmtClass <= 0x4F;
  }

  /// Whether MADs of a class have an RMPP header, in use or not, as Linux and OpenSM have it.
  public static boolean hasRmpp(int mgmtClass) {
    return switch (mgmtClass) {
      case Gmp.SUBNET_ADMINISTRATION, DEVICE, DEVICE_ADMINISTRATION, BOOT_INFORMATION -> true;
      default -> isVendorWithOui(mgmtClass);
    };
  }
}
