package org.ibassay.wire.net;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The UDP header.
public final class Udp {
  private static final Layout.Table T = Layout.table("UDP", "RFC 768", 8);

  public static final Field SOURCE_PORT = T.rw("Source Port", 0, 16, DECIMAL);
  public static final Field DESTINATION_PORT = T.rw("Destination Port", 16, 16, DECIMAL);

  /// In bytes, including the header.
  public static final Field LENGTH = T.rw("Length", 32, 16, DECIMAL);

  /// 0: no checksum, which RoCEv2 allows over IPv6, too (annex A17).
  public static final Field CHECKSUM = T.rw("Checksum", 48, 16, HEX);

  public static final Layout LAYOUT = T.build();

  /// Destination Port: a BTH follows (RoCEv2, annex A17).
  public static final int ROCE_V2 = 4791;

  private Udp() {}
}
