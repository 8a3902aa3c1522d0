package org.ibassay.device.rc;

import java.net.Inet4Address;
import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.List;
import org.ibassay.link.upper.DeviceAttributes.GidEntry;
import org.ibassay.link.upper.DeviceAttributes.GidType;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.sa.Gid;

/// One end of the cable: the addresses of a port, all derived from one number.
///
/// @param mac on Ethernet
/// @param ipv4 from the block reserved for documentation (RFC 5737)
/// @param ipv6 link-local, from the MAC address (RFC 4291)
/// @param lid on InfiniBand; 0 if it has none
/// @param guid on InfiniBand
public record CableEnd(Mac mac, Inet4Address ipv4, Inet6Address ipv6, int lid, long guid) {
  private static final byte[] BLOCK = {(byte) 192, 0, 2, 0};
  private static final long LOCAL_MAC = 0x0200_0000_0000L;
  private static final long IPV4_MAPPED = 0xFFFF;

  /// @param number from 1 to 254
  public static CableEnd of(int number, int lid, long guid) {
    byte[] four = BLOCK.clone();
    four[3] = (byte) number;
    Mac mac = new Mac(LOCAL_MAC | number);
    Gid six = new Gid(Gid.DEFAULT_PREFIX, 0x0000_00FF_FE00_0000L | number);
    return new CableEnd(mac, (Inet4Address) address(four), (Inet6Address) ipOf(six), lid, guid);
  }

  /// The GID table of a RoCE port: IPv6 first, as in Linux.
  List<GidEntry> roceGids() {
    return List.of(
        new GidEntry(0, gidOf(ipv6), GidType.ROCE_V2),
        new GidEntry(1, gidOf(ipv4), GidType.ROCE_V2));
  }

  /// The GID table of an InfiniBand port.
  List<GidEntry> infinibandGids() {
    return List.of(new GidEntry(0, new Gid(Gid.DEFAULT_PREFIX, guid), GidType.IB));
  }

  static Gid gidOf(InetAddress address) {
    return PortAddress.ofIp(address).gid();
  }

  /// The IP address that a GID represents (annex A17).
  static InetAddress ipOf(Gid gid) {
    return gid.prefix() == 0 && gid.guid() >>> 32 == IPV4_MAPPED
        ? address(ByteBuffer.allocate(4).putInt((int) gid.guid()).array())
        : address(ByteBuffer.allocate(16).putLong(gid.prefix()).putLong(gid.guid()).array());
  }

  private static InetAddress address(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(bytes.length + " bytes are no IP address", e);
    }
  }
}
