package org.ibassay.wire.packet;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// ACK Extended Transport Header.
public final class Aeth {
  private static final Layout.Table T = Layout.table("AETH", "9.3.5", 4);

  /// ACK, RNR NAK or NAK: see [Syndrome].
  public static final Field SYNDROME = T.rw("Syndrome", 0, 8, HEX);

  /// Message sequence number: the number of messages that the responder has completed, modulo 2^24.
  public static final Field MSN = T.rw("MSN", 8, 24, DECIMAL);

  public static final Layout LAYOUT = T.build();

  private Aeth() {}
}
