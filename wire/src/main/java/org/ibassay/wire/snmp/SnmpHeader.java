package org.ibassay.wire.snmp;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The header of the SNMP tunnelling class, seen from the start of the MAD: its last eight bytes
/// before the data, as python-rdma has it (iba_16_4.xml).
public final class SnmpHeader {
  private static final Layout.Table T = Layout.table("SNMPHeader", "16.4.1", 64);

  public static final Field R_ADDRESS = T.rw("RAddress", 448, 32, HEX);

  /// In bytes.
  public static final Field PAYLOAD_LENGTH = T.rw("PayloadLength", 480, 8, DECIMAL);

  public static final Field SEGMENT_NUMBER = T.rw("SegmentNumber", 488, 8, DECIMAL);
  public static final Field SOURCE_LID = T.rw("SourceLID", 496, 16, HEX);

  public static final Layout LAYOUT = T.build();

  private SnmpHeader() {}
}
