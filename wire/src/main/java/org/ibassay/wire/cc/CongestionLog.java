package org.ibassay.wire.cc;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// CongestionLog: the latest congestion events of a switch or a CA. It starts where the other
/// attributes of its class have reserved bytes
/// ([org.ibassay.wire.management.ManagementClass#data]).
///
/// A CA's events follow OpenSM and ibutils2, which agree. libibmad puts the service level and type
/// after the local QP and adds the local LID, as errata of 2010 did.
public final class CongestionLog {
  /// [#LOG_TYPE] of a CA's log.
  public static final int CA_LOG = 2;

  private static final String NAME = "CongestionLog";
  private static final String SECTION = "A10.4.3.5";

  /// 1 for a switch, [#CA_LOG] for a CA.
  public static final Field LOG_TYPE;

  /// The log of a switch, with 15 events.
  public static final GmpAttribute ATTRIBUTE;

  /// The log of a CA, with 13 events.
  public static final Layout CA;

  static {
    Layout.Table ofSwitch = Layout.table(NAME, SECTION, 220);
    LOG_TYPE = ofSwitch.ro("LogType", 0, 8, DECIMAL);
    ofSwitch.ro("CongestionFlags", 8, 8, HEX);
    ofSwitch.ro("LogEventsCounter", 16, 16, DECIMAL);
    ofSwitch.ro("CurrentTimeStamp", 32, 32, DECIMAL);
    ofSwitch.repeated("PortMap", 64, 8, 32, 8, Access.RO, BYTES);
    Events events = new Events(ofSwitch, 15, 96);
    events.each("SLID", 320, 16, HEX);
    events.each("DLID", 336, 16, HEX);
    events.each("SL", 352, 4, DECIMAL);
    events.each("Timestamp", 384, 32, DECIMAL);
    ATTRIBUTE = new GmpAttribute(0x0013, ofSwitch.build());
  }

  static {
    Layout.Table ofCa = Layout.table(NAME, SECTION, 220);
    ofCa.ro("LogType", 0, 8, DECIMAL);
    ofCa.ro("CongestionFlags", 8, 8, HEX);
    ofCa.ro("ThresholdEventCounter", 16, 16, DECIMAL);
    ofCa.ro("ThresholdCongestionEventMap", 32, 16, HEX);
    ofCa.ro("CurrentTimeStamp", 64, 32, DECIMAL);
    Events events = new Events(ofCa, 13, 128);
    events.each("Local_QP_CN_Entry", 96, 24, HEX);
    events.each("Remote_QP_Number_CN_Entry", 128, 24, HEX);
    events.each("SL_CN_Entry", 152, 4, DECIMAL);
    events.each("Service_Type_CN_Entry", 156, 4, DECIMAL);
    events.each("Remote_LID_CN_Entry", 160, 16, HEX);
    events.each("Timestamp_CN_Entry", 192, 32, DECIMAL);
    CA = ofCa.build();
  }

  private CongestionLog() {}

  /// Declares the fields of the events.
  private record Events(Layout.Table table, int count, int stride) {
    void each(String field, int bitOffset, int width, Form form) {
      table.repeated(field, bitOffset, width, count, stride, Access.RO, form);
    }
  }
}
