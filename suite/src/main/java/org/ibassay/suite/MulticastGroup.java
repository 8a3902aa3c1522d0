package org.ibassay.suite;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import org.ibassay.link.packet.PacketPath;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.sa.Gid;

/// A multicast group and the headers of packets to it. With RoCEv2 it is an IP group, whose MAC
/// address follows from its IP address (RFC 1112, RFC 2464).
///
/// @param address its GID and, on an InfiniBand subnet, its LID
/// @param way the headers before the BTH
public record MulticastGroup(PortAddress address, Envelope way) {
  /// Destination QP of all multicast packets.
  public static final int QPN = 0xFF_FFFF;

  /// Organization-local scope (RFC 2365).
  private static final int IPV4_BLOCK = 0xEFC0_1B00;

  private static final int FIRST_MLID = 0xC01B;

  /// Transient groups of site-local scope (RFC 4291).
  private static final long IPV6_SITE = 0xFF15_0000_0000_0000L;

  private static final long IPV6_BLOCK = 0x1BA5_0000L;

  /// A bit of a group's IP address that its MAC address does not contain.
  private static final int IPV4_ALIAS = 0x0080_0000;

  private static final long IPV6_ALIAS = 0x0000_0000_0001_0000L;
  private static final long IPV4_MAC = 0x0100_5E00_0000L;
  private static final long IPV4_MAC_BITS = 0x7F_FFFF;
  private static final long IPV6_MAC = 0x3333_0000_0000L;

  /// Returns a group that is hardly in use elsewhere.
  ///
  /// @param path to the DUT's port
  /// @param number 1 to 254
  static MulticastGroup of(PacketPath path, int number) {
    return of(path, number, false);
  }

  /// Returns a group other than that of the number, with the same MAC address or LID.
  static MulticastGroup likeOf(PacketPath path, int number) {
    return of(path, number, true);
  }

  private static MulticastGroup of(PacketPath path, int number, boolean isAlias) {
    Envelope toDut = path.envelope();
    Gid six = new Gid(IPV6_SITE | (isAlias ? IPV6_ALIAS : 0), IPV6_BLOCK | number);
    return switch (toDut.framing()) {
      case ROCE_V2_IPV4 -> {
        int ip = (IPV4_BLOCK ^ (isAlias ? IPV4_ALIAS : 0)) | number;
        InetAddress address = ip(ByteBuffer.allocate(Integer.BYTES).putInt(ip).array());
        yield new MulticastGroup(
            PortAddress.ofIp(address),
            toDut
                .with(Header.IPV4, Ipv4.DESTINATION, address)
                .with(Header.ETHERNET, Ethernet.DESTINATION, IPV4_MAC | (ip & IPV4_MAC_BITS)));
      }
      case ROCE_V2_IPV6, ROCE_V1 -> {
        InetAddress address =
            ip(
                ByteBuffer.allocate(2 * Long.BYTES)
                    .putLong(six.prefix())
                    .putLong(six.guid())
                    .array());
        yield new MulticastGroup(
            PortAddress.ofIp(address),
            toDut
                .with(Header.IPV6, Ipv6.DESTINATION, address)
                .with(Header.ETHERNET, Ethernet.DESTINATION, IPV6_MAC | six.guid()));
      }
      case IB_LOCAL, IB_GLOBAL -> {
        int lid = FIRST_MLID + number;
        yield new MulticastGroup(
            new PortAddress(six, lid),
            Envelope.global(path.tester().lid(), lid, path.tester().gid(), six));
      }
    };
  }

  private static InetAddress ip(byte[] bytes) {
    try {
      return InetAddress.getByAddress(bytes);
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException(bytes.length + " bytes are no IP address", e);
    }
  }
}
