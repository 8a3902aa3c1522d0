package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// Base Transport Header.
public final class Bth {
  private static final Layout.Table T = Layout.table("BTH", "9.2", 12);

  public static final Field OP_CODE = T.rw("OpCode", 0, 8, HEX);

  /// Solicited event.
  public static final Field SE = T.rw("SE", 8, 1, FLAG);

  /// Migration state.
  public static final Field M = T.rw("M", 9, 1, FLAG);

  /// Number of bytes that pad the payload to a multiple of four.
  public static final Field PAD = T.rw("Pad", 10, 2, DECIMAL);

  public static final Field T_VER = T.rw("TVer", 12, 4, DECIMAL);
  public static final Field P_KEY = T.rw("P_Key", 16, 16, HEX);

  /// Switches may change it, so the ICRC excludes it.
  public static final Field RESV8A = T.rw("Resv8a", 32, 8, HEX);

  /// Forward congestion notification: the packet encountered congestion (annex A10).
  public static final Field FECN = T.part(RESV8A, "FECN", 0, 1, FLAG);

  /// Backward congestion notification to the sender (annex A10).
  public static final Field BECN = T.part(RESV8A, "BECN", 1, 1, FLAG);

  public static final Field DEST_QP = T.rw("DestQP", 40, 24, HEX);

  /// Acknowledge request.
  public static final Field A = T.rw("A", 64, 1, FLAG);

  public static final Field PSN = T.rw("PSN", 72, 24, DECIMAL);

  public static final Layout LAYOUT = T.build();

  /// OpCode of UD SEND Only, used by all MADs.
  public static final int UD_SEND_ONLY = 0x64;

  /// Returns the number of pad bytes after a payload.
  ///
  /// @param payloadBytes length of the payload
  public static int padAfter(int payloadBytes) {
    return -payloadBytes & 3;
  }

  private Bth() {}
}
