package org.ibassay.wire.mad;

import static org.ibassay.wire.Form.BYTES;
import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// A subnet management packet, LID-routed or directed-route. Offsets count from the start of the
/// MAD.
public final class Smp {
  /// Length of every MAD, in bytes.
  public static final int BYTES_OF_MAD = 256;

  /// Offset of the attribute from the start of the MAD, in bytes.
  public static final int DATA = 64;

  /// Length of the attribute, in bytes.
  public static final int DATA_BYTES = 64;

  /// MgmtClass of a LID-routed SMP.
  public static final int LID_ROUTED = 0x01;

  /// MgmtClass of a directed-route SMP.
  public static final int DIRECTED_ROUTE = 0x81;

  /// ClassVersion of the subnet management class.
  public static final int CLASS_VERSION = 1;

  /// The greatest number of hops of a directed route.
  public static final int MAX_HOPS = 63;

  /// The permissive LID: addresses any port.
  public static final int PERMISSIVE_LID = 0xFFFF;

  private static final Layout.Table T = Layout.table("SMP", "14.2.1.2", BYTES_OF_MAD);

  /// Directed route only: 1 in a response.
  public static final Field DIRECTION = T.rw("D", 32, 1, FLAG);

  /// Directed route only.
  public static final Field HOP_POINTER = T.rw("HopPointer", 48, 8, DECIMAL);

  /// Directed route only.
  public static final Field HOP_COUNT = T.rw("HopCount", 56, 8, DECIMAL);

  public static final Field M_KEY = T.rw("M_Key", 192, 64, HEX);

  /// Directed route only.
  public static final Field DR_SLID = T.rw("DrSLID", 256, 16, HEX);

  /// Directed route only.
  public static final Field DR_DLID = T.rw("DrDLID", 272, 16, HEX);

  /// The attribute's data.
  public static final Field SMP_DATA =
      T.repeated("SMPData", DATA * 8, 8, DATA_BYTES, 8, Access.RW, BYTES);

  /// Directed route only: the egress port of each hop; element 0 is unused.
  public static final Field INITIAL_PATH =
      T.repeated("InitialPath", 128 * 8, 8, 64, 8, Access.RW, BYTES);

  /// Directed route only: the return path, filled in at each hop.
  public static final Field RETURN_PATH =
      T.repeated("ReturnPath", 192 * 8, 8, 64, 8, Access.RW, BYTES);

  public static final Layout LAYOUT = T.build();

  private Smp() {}
}
