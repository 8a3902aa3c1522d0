package org.ibassay.link.upper;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import org.ibassay.wire.sa.Gid;

/// The address of a port.
///
/// @param gid its GID; with RoCEv2 its IP address, an IPv4 address as `::ffff:a.b.c.d` (annex A17)
/// @param lid its LID in an InfiniBand subnet, 0 with RoCE
public record PortAddress(Gid gid, int lid) {
  private static final long IPV4_MAPPED = 0xFFFF_0000_0000L;

  /// Returns the address of a RoCEv2 port.
  public static PortAddress ofIp(InetAddress address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    Gid gid =
        address instanceof Inet4Address
            ? new Gid(0, IPV4_MAPPED | Integer.toUnsignedLong(bytes.getInt()))
            : new Gid(bytes.getLong(), bytes.getLong());
    return new PortAddress(gid, 0);
  }
}
