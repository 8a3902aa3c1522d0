package org.ibassay.link.packet;

import java.lang.foreign.MemorySegment;
import java.net.Inet6Address;
import java.nio.ByteBuffer;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// Neighbor discovery for IPv6 (RFC 4861).
final class NdResolution implements Resolution {
  private static final Gid UNSPECIFIED = new Gid(0, 0);
  private static final Gid ALL_NODES = new Gid(0xFF02_0000_0000_0000L, 1);
  private static final long MULTICAST_MAC = 0x3333_0000_0000L;

  private static final int ND_BYTES = NeighborDiscovery.LAYOUT.bytes();
  private static final int OPTION_BYTES = NeighborDiscovery.OPTION.bytes();
  private static final int OPTION_UNIT = 8;

  private final EthernetHeader header;
  private final Gid own;
  private final Gid dut;

  NdResolution(EthernetHeader header, Inet6Address own, Inet6Address dut) {
    this.header = header;
    this.own = gid(own);
    this.dut = gid(dut);
  }

  private static Gid gid(Inet6Address address) {
    ByteBuffer bytes = ByteBuffer.wrap(address.getAddress());
    return new Gid(bytes.getLong(), bytes.getLong());
  }

  @Override
  public int ask(MemorySegment out) {
    long low = dut.guid() & 0xFF_FFFF;
    Gid solicitedNode = new Gid(ALL_NODES.prefix(), 0x1_FF00_0000L | low);
    return write(
        out,
        multicast(solicitedNode),
        solicitedNode,
        NeighborDiscovery.SOLICITATION,
        dut,
        NeighborDiscovery.SOURCE_ADDRESS);
  }

  @Override
  public int answer(MemorySegment in, int bytes, MemorySegment out) {
    int at = message(in, bytes, NeighborDiscovery.SOLICITATION, own);
    if (at < 0) {
      return 0;
    }
    Gid asker = Gid.get(Ipv6.SOURCE, in, at - Ipv6.LAYOUT.bytes());
    // A solicitation from the unspecified address is for duplicate address detection.
    boolean nameless = asker.equals(UNSPECIFIED);
    int length =
        write(
            out,
            nameless ? multicast(ALL_NODES) : EthernetHeader.source(in),
            nameless ? ALL_NODES : asker,
            NeighborDiscovery.ADVERTISEMENT,
            own,
            NeighborDiscovery.TARGET_ADDRESS);
    int answer = length - OPTION_BYTES - ND_BYTES;
    NeighborDiscovery.SOLICITED.set(out, answer, nameless ? 0 : 1);
    NeighborDiscovery.OVERRIDE.set(out, answer, 1);
    seal(out, answer);
    return length;
  }

  @Override
  public @Nullable Mac reported(MemorySegment in, int bytes) {
    int at = message(in, bytes, NeighborDiscovery.ADVERTISEMENT, dut);
    if (at < 0) {
      return null;
    }
    long end = at + Ipv6.PAYLOAD_LENGTH.get(in, at - Ipv6.LAYOUT.bytes());
    for (int option = at + ND_BYTES; option + OPTION_BYTES <= end; ) {
      int length = (int) NeighborDiscovery.OPTION_LENGTH.get(in, option) * OPTION_UNIT;
      if (NeighborDiscovery.OPTION_TYPE.get(in, option) == NeighborDiscovery.TARGET_ADDRESS) {
        return new Mac(NeighborDiscovery.OPTION_MAC.get(in, option));
      }
      if (length == 0) {
        return null;
      }
      option += length;
    }
    return null;
  }

  /// Returns the offset of a valid message of the given type about the given address; -1 if there
  /// is none.
  private static int messageAt(MemorySegment in, int bytes, int ip) {
    int at = ip + Ipv6.LAYOUT.bytes();
    int length = (int) Ipv6.PAYLOAD_LENGTH.get(in, ip);
    boolean valid =
        Ipv6.VERSION.get(in, ip) == 6
            && Ipv6.NEXT_HEADER.get(in, ip) == Ipv4.ICMPV6
            && Ipv6.HOP_LIMIT.get(in, ip) == NeighborDiscovery.HOP_LIMIT
            && length >= ND_BYTES
            && at + length <= bytes
            && InternetChecksum.overIpv6(in, ip, at, length, Ipv4.ICMPV6) == 0;
    return valid ? at : -1;
  }

  private int message(MemorySegment in, int bytes, int type, Gid about) {
    int ip = header.contentOf(in, bytes, Ethernet.IPV6, Ipv6.LAYOUT.bytes() + ND_BYTES);
    int at = ip < 0 ? -1 : messageAt(in, bytes, ip);
    boolean right =
        at >= 0
            && NeighborDiscovery.TYPE.get(in, at) == type
            && NeighborDiscovery.CODE.get(in, at) == 0
            && Gid.get(NeighborDiscovery.TARGET, in, at).equals(about);
    return right ? at : -1;
  }

  private int write(MemorySegment out, Mac to, Gid destination, int type, Gid about, int option) {
    int ip = header.write(out, to, Ethernet.IPV6);
    int at = ip + Ipv6.LAYOUT.bytes();
    int optionAt = at + ND_BYTES;
    int end = optionAt + OPTION_BYTES;
    out.asSlice(ip, end - ip).fill((byte) 0);
    Ipv6.VERSION.set(out, ip, 6);
    Ipv6.PAYLOAD_LENGTH.set(out, ip, end - at);
    Ipv6.NEXT_HEADER.set(out, ip, Ipv4.ICMPV6);
    Ipv6.HOP_LIMIT.set(out, ip, NeighborDiscovery.HOP_LIMIT);
    own.set(Ipv6.SOURCE, out, ip);
    destination.set(Ipv6.DESTINATION, out, ip);
    NeighborDiscovery.TYPE.set(out, at, type);
    about.set(NeighborDiscovery.TARGET, out, at);
    NeighborDiscovery.OPTION_TYPE.set(out, optionAt, option);
    NeighborDiscovery.OPTION_LENGTH.set(out, optionAt, OPTION_BYTES / OPTION_UNIT);
    NeighborDiscovery.OPTION_MAC.set(out, optionAt, header.station().mac().value());
    seal(out, at);
    return end;
  }

  private static void seal(MemorySegment out, int at) {
    NeighborDiscovery.CHECKSUM.set(out, at, 0);
    int bytes = ND_BYTES + OPTION_BYTES;
    int checksum = InternetChecksum.overIpv6(out, at - Ipv6.LAYOUT.bytes(), at, bytes, Ipv4.ICMPV6);
    NeighborDiscovery.CHECKSUM.set(out, at, checksum);
  }

  private static Mac multicast(Gid group) {
    return new Mac(MULTICAST_MAC | (group.guid() & 0xFFFF_FFFFL));
  }
}
