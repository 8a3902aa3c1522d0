package org.ibassay.suite.c09;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.sa.Gid;

/// What is compared of the IP header that a host finds before the payload of a datagram: an IPv4
/// header in the last 20 of the 40 bytes, or an IPv6 header.
record ReceivedIpHeader(long version, Gid source, Gid destination) {
  private static final int IPV4_AT = DatagramReceiver.GRH_BYTES - Ipv4.LAYOUT.bytes();
  private static final long IPV4_MAPPED = 0xFFFF_0000_0000L;

  static ReceivedIpHeader expected(Framing framing, Gid source, Gid destination) {
    return new ReceivedIpHeader(framing == Framing.ROCE_V2_IPV4 ? 4 : 6, source, destination);
  }

  /// @param bytes the 40 bytes before the payload
  static ReceivedIpHeader in(byte[] bytes, Framing framing) {
    MemorySegment area = MemorySegment.ofArray(bytes);
    return switch (framing) {
      case ROCE_V2_IPV4 ->
          new ReceivedIpHeader(
              Ipv4.VERSION.get(area, IPV4_AT),
              new Gid(0, IPV4_MAPPED | Ipv4.SOURCE.get(area, IPV4_AT)),
              new Gid(0, IPV4_MAPPED | Ipv4.DESTINATION.get(area, IPV4_AT)));
      case ROCE_V2_IPV6, ROCE_V1, IB_LOCAL, IB_GLOBAL ->
          new ReceivedIpHeader(
              Ipv6.VERSION.get(area, 0),
              Gid.get(Ipv6.SOURCE, area, 0),
              Gid.get(Ipv6.DESTINATION, area, 0));
    };
  }

  @Override
  public String toString() {
    return "IP version %d, from %s to %s".formatted(version, source, destination);
  }
}
