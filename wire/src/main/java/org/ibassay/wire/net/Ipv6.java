package org.ibassay.wire.net;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.GID;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The IPv6 header.
public final class Ipv6 {
  private static final Layout.Table T = Layout.table("IPv6", "RFC 8200 3", 40);

  /// Always 6.
  public static final Field VERSION = T.rw("Version", 0, 4, DECIMAL);

  /// Routers may change it, so the ICRC excludes it.
  public static final Field TRAFFIC_CLASS = T.rw("Traffic Class", 4, 8, HEX);

  /// Differentiated services codepoint (RFC 2474).
  public static final Field DSCP = T.part(TRAFFIC_CLASS, "DSCP", 0, 6, DECIMAL);

  /// Explicit congestion notification (RFC 3168).
  public static final Field ECN = T.part(TRAFFIC_CLASS, "ECN", 6, 2, DECIMAL);

  public static final Field FLOW_LABEL = T.rw("Flow Label", 12, 20, HEX);

  /// In bytes, from the end of this header.
  public static final Field PAYLOAD_LENGTH = T.rw("Payload Length", 32, 16, DECIMAL);

  /// The protocol that follows, as in [Ipv4#PROTOCOL].
  public static final Field NEXT_HEADER = T.rw("Next Header", 48, 8, DECIMAL);

  public static final Field HOP_LIMIT = T.rw("Hop Limit", 56, 8, DECIMAL);
  public static final Field SOURCE = T.rw("Source Address", 64, 128, GID);
  public static final Field DESTINATION = T.rw("Destination Address", 192, 128, GID);

  public static final Layout LAYOUT = T.build();

  private Ipv6() {}
}
