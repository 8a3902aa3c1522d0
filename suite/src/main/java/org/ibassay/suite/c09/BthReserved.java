package org.ibassay.suite.c09;

import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;

/// Reserved bits that the ICRC covers, and that a receiver ignores (9.2, 9.3).
final class BthReserved {
  private static final Layout.Table BTH = Layout.table("BTH", "9.2", 12);
  private static final Layout.Table DETH = Layout.table("DETH", "9.3", 8);

  /// The seven bits between AckReq and the PSN.
  static final Field BEFORE_PSN = BTH.rw("Resv7", 65, 7, Form.HEX);

  /// The byte between the Q_Key and the source QP of a datagram.
  static final Field BEFORE_SOURCE_QP = DETH.rw("Reserved", 32, 8, Form.HEX);

  static {
    BTH.build();
    DETH.build();
  }

  private BthReserved() {}
}
