package org.ibassay.wire.snmp;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.TEXT;

import java.util.List;
import org.ibassay.wire.Access;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// All attributes of SNMP tunnelling that other classes do not have alike, as python-rdma has them
/// (iba_16_4.xml).
public final class SnmpAttributes {
  private static final List<GmpAttribute> ALL =
      List.of(new GmpAttribute(0x0010, communityInfo()), new GmpAttribute(0x0011, pduInfo()));

  private SnmpAttributes() {}

  /// Every one of them.
  public static List<GmpAttribute> all() {
    return ALL;
  }

  private static Layout communityInfo() {
    Layout.Table t = Layout.table("CommunityInfo", "16.4.3.2", 64);
    t.rw("CommunityName", 0, 512, TEXT);
    return t.build();
  }

  private static Layout pduInfo() {
    Layout.Table t = Layout.table("PDUInfo", "16.4.3.3", 192);
    t.repeated("PDUData", 0, 8, 192, 8, Access.RW, BYTES);
    return t.build();
  }
}
