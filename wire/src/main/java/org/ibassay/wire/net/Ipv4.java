package org.ibassay.wire.net;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.FLAG;
import static org.ibassay.wire.Form.HEX;
import static org.ibassay.wire.Form.IPV4;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// The IPv4 header, without options.
public final class Ipv4 {
  private static final Layout.Table T = Layout.table("IPv4", "RFC 791 3.1", 20);

  /// Always 4.
  public static final Field VERSION = T.rw("Version", 0, 4, DECIMAL);

  /// Length of the header in words of four bytes; 5 without options.
  public static final Field IHL = T.rw("IHL", 4, 4, DECIMAL);

  /// Routers may change it, so the ICRC excludes it.
  public static final Field TYPE_OF_SERVICE = T.rw("Type of Service", 8, 8, HEX);

  /// Differentiated services codepoint (RFC 2474).
  public static final Field DSCP = T.part(TYPE_OF_SERVICE, "DSCP", 0, 6, DECIMAL);

  /// Explicit congestion notification (RFC 3168).
  public static final Field ECN = T.part(TYPE_OF_SERVICE, "ECN", 6, 2, DECIMAL);

  /// In bytes, including the header.
  public static final Field TOTAL_LENGTH = T.rw("Total Length", 16, 16, DECIMAL);

  public static final Field IDENTIFICATION = T.rw("Identification", 32, 16, HEX);
  public static final Field DF = T.rw("DF", 49, 1, FLAG);
  public static final Field MF = T.rw("MF", 50, 1, FLAG);

  /// In units of eight bytes.
  public static final Field FRAGMENT_OFFSET = T.rw("Fragment Offset", 51, 13, DECIMAL);

  public static final Field TIME_TO_LIVE = T.rw("Time to Live", 64, 8, DECIMAL);

  /// The protocol that follows: one of the numbers below.
  public static final Field PROTOCOL = T.rw("Protocol", 72, 8, DECIMAL);

  /// Correct if [InternetChecksum#of] over the header returns 0.
  public static final Field HEADER_CHECKSUM = T.rw("Header Checksum", 80, 16, HEX);

  public static final Field SOURCE = T.rw("Source Address", 96, 32, IPV4);
  public static final Field DESTINATION = T.rw("Destination Address", 128, 32, IPV4);

  public static final Layout LAYOUT = T.build();

  /// Protocol: a UDP header follows.
  public static final int UDP = 17;

  /// Protocol: an ICMPv6 header follows; only after an IPv6 header.
  public static final int ICMPV6 = 58;

  private Ipv4() {}
}
