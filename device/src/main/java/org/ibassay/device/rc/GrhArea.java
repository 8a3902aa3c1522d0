package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;

/// The 40 bytes before the payload in the receive buffer of a datagram: the GRH; with RoCEv2 the
/// IPv6 header, or an IPv4 header in the last 20 bytes (annex A17).
final class GrhArea {
  static final int BYTES = 40;

  private static final int IPV4_BYTES = 20;

  private GrhArea() {}

  /// Returns the contents of this area for a packet; zeros if it has no such header.
  static byte[] of(TransportPacket packet) {
    byte[] area = new byte[BYTES];
    if (packet.has(Header.IPV4)) {
      copy(packet, Header.IPV4, area, IPV4_BYTES);
    } else if (packet.has(Header.IPV6)) {
      copy(packet, Header.IPV6, area, BYTES);
    } else if (packet.has(Header.GRH)) {
      copy(packet, Header.GRH, area, BYTES);
    }
    return area;
  }

  private static void copy(TransportPacket packet, Header header, byte[] area, int bytes) {
    MemorySegment.copy(packet.segment(), JAVA_BYTE, packet.at(header), area, BYTES - bytes, bytes);
  }

  /// Whether the area contains a header.
  static boolean isFilled(TransportPacket packet) {
    return packet.has(Header.IPV4) || packet.has(Header.IPV6) || packet.has(Header.GRH);
  }
}
