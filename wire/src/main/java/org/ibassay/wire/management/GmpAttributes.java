package org.ibassay.wire.management;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.ibassay.wire.Layout;
import org.ibassay.wire.bm.BmAttributes;
import org.ibassay.wire.bm.BmHeader;
import org.ibassay.wire.cc.CcAttributes;
import org.ibassay.wire.cc.CcHeader;
import org.ibassay.wire.cm.CmAttributes;
import org.ibassay.wire.dm.DmAttributes;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.VendorHeader;
import org.ibassay.wire.pm.PmAttributes;
import org.ibassay.wire.sa.ClassPortInfo;
import org.ibassay.wire.sa.InformInfo;
import org.ibassay.wire.sa.SaNotice;
import org.ibassay.wire.snmp.SnmpAttributes;
import org.ibassay.wire.snmp.SnmpHeader;

/// The attributes of general management, by class. [ManagementClass#data] returns where an
/// attribute starts in the MAD.
public final class GmpAttributes {
  /// Attributes by class, without the common ones.
  private static final Map<Integer, List<GmpAttribute>> OWN =
      Map.of(
          ManagementClass.PERFORMANCE, PmAttributes.all(),
          ManagementClass.COMMUNICATION, CmAttributes.all(),
          ManagementClass.CONGESTION_CONTROL, CcAttributes.all(),
          ManagementClass.DEVICE, DmAttributes.all(),
          ManagementClass.BASEBOARD, BmAttributes.all(),
          ManagementClass.SNMP, SnmpAttributes.all());

  private static final List<GmpAttribute> COMMON =
      List.of(
          new GmpAttribute(ClassPortInfo.ATTRIBUTE.id(), ClassPortInfo.COMMON),
          new GmpAttribute(SaNotice.ATTRIBUTE.id(), SaNotice.ATTRIBUTE.layout()),
          new GmpAttribute(InformInfo.ATTRIBUTE.id(), InformInfo.ATTRIBUTE.layout()));

  private static final Map<Integer, Map<Integer, GmpAttribute>> BY_ID = new HashMap<>();

  static {
    for (int mgmtClass = 0; mgmtClass <= 0xFF; mgmtClass++) {
      Map<Integer, GmpAttribute> byId = new HashMap<>();
      of(mgmtClass).forEach(one -> byId.put(one.id(), one));
      BY_ID.put(mgmtClass, byId);
    }
  }

  private GmpAttributes() {}

  /// Returns the attributes that all classes have (13.4.8).
  public static List<GmpAttribute> common() {
    return COMMON;
  }

  /// Returns all attributes of a class: the common ones, then its own, which may reuse the ID of a
  /// common one.
  public static List<GmpAttribute> of(int mgmtClass) {
    List<GmpAttribute> all = new ArrayList<>(COMMON);
    all.addAll(OWN.getOrDefault(mgmtClass, List.of()));
    return all;
  }

  /// Returns an attribute of a class, if it is known.
  ///
  /// @param id as in the MAD header's AttributeID
  public static Optional<GmpAttribute> of(int mgmtClass, int id) {
    return Optional.ofNullable(BY_ID.getOrDefault(mgmtClass, Map.of()).get(id));
  }

  /// Returns the class-specific header, if there is one. Its offsets count from the start of the
  /// MAD.
  public static Optional<Layout> header(int mgmtClass) {
    return switch (mgmtClass) {
      case ManagementClass.CONGESTION_CONTROL -> Optional.of(CcHeader.LAYOUT);
      case ManagementClass.BASEBOARD -> Optional.of(BmHeader.LAYOUT);
      case ManagementClass.SNMP -> Optional.of(SnmpHeader.LAYOUT);
      default ->
          ManagementClass.isVendorWithOui(mgmtClass)
              ? Optional.of(VendorHeader.LAYOUT)
              : Optional.empty();
    };
  }
}
