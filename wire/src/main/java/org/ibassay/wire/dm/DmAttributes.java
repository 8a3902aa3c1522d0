package org.ibassay.wire.dm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import java.util.List;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// The attributes of device management, without those common to all classes.
public final class DmAttributes {
  /// Class-specific status (upper byte of Status): the controller does not respond.
  public static final int IOC_NOT_RESPONDING = 0x01;

  /// Class-specific status: the controller has no such service entries.
  public static final int NO_SERVICE_ENTRIES = 0x02;

  /// Class-specific status: the controller failed.
  public static final int IOC_FAILURE = 0x80;

  private static final List<GmpAttribute> ALL =
      List.of(
          IoUnitInfo.ATTRIBUTE,
          IoControllerProfile.ATTRIBUTE,
          ServiceEntries.ATTRIBUTE,
          new GmpAttribute(0x0020, diagnosticTimeout()),
          GmpAttribute.named(0x0021, "PrepareToTest"),
          GmpAttribute.named(0x0022, "TestDeviceOnce"),
          GmpAttribute.named(0x0023, "TestDeviceLoop"),
          new GmpAttribute(0x0024, diagCode()));

  private DmAttributes() {}

  /// Returns all of them.
  public static List<GmpAttribute> all() {
    return ALL;
  }

  /// Returns the meaning of the class-specific part of a Status; for an unknown one, its number.
  public static String statusName(int code) {
    return switch (code) {
      case IOC_NOT_RESPONDING -> "IOC not responding";
      case NO_SERVICE_ENTRIES -> "no service entries";
      case IOC_FAILURE -> "IOC failure";
      default -> "DevMgt status " + code;
    };
  }

  /// In milliseconds.
  private static Layout diagnosticTimeout() {
    Layout.Table t = Layout.table("DiagnosticTimeout", "16.3.3.6", 4);
    t.ro("MaxDiagTime", 0, 32, DECIMAL);
    return t.build();
  }

  /// 0: operational. Other values and the bytes after them are defined by the vendor.
  private static Layout diagCode() {
    Layout.Table t = Layout.table("DiagCode", "16.3.3.10", 2);
    t.ro("DiagCode", 0, 16, HEX);
    return t.build();
  }
}
