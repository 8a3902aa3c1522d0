package org.ibassay.wire.cm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.GID;

import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// What the private data of a REQ begin with when the ServiceID is one of the IP CM service (annex
/// A11). Where the fields lie follows Linux (`cma.c`) and tshark, which agree.
public final class IpCmHeader {
  /// ServiceIDs of the IP CM service for TCP's ports: this, and the port in the last 16 bits.
  public static final long TCP_SERVICE = 0x0000_0000_0106_0000L;

  private static final Layout.Table T = Layout.table("IPCMHeader", "A11.3", 36);

  public static final Field MAJ_V = T.rw("MajV", 0, 4, DECIMAL);
  public static final Field MIN_V = T.rw("MinV", 4, 4, DECIMAL);

  /// 4 or 6.
  public static final Field IPV = T.rw("IPV", 8, 4, DECIMAL);

  public static final Field SOURCE_PORT = T.rw("SourcePort", 16, 16, DECIMAL);

  /// An IPv4 address is in the last four bytes.
  public static final Field SOURCE_IP = T.rw("SourceIP", 32, 128, GID);

  public static final Field DESTINATION_IP = T.rw("DestinationIP", 160, 128, GID);

  public static final Layout LAYOUT = T.build();

  private IpCmHeader() {}

  /// Whether a ServiceID is one of the IP CM service for a port of TCP.
  public static boolean isTcpService(long serviceId) {
    return (serviceId & ~0xFFFFL) == TCP_SERVICE;
  }
}
