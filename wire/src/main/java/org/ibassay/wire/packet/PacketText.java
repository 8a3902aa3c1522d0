package org.ibassay.wire.packet;

import java.util.HexFormat;

/// Summarizes transport packets, even malformed or truncated ones.
final class PacketText {
  private PacketText() {}

  /// Returns a summary: `RC_ACK DestQP 0x000011 PSN 5, ACK, MSN 1`, and the number of findings.
  static String summary(TransportPacket packet) {
    if (!packet.isTransport()) {
      return "no packet of the transport, %d bytes%s".formatted(packet.bytes(), findings(packet));
    }
    StringBuilder text = new StringBuilder();
    text.append(OpCode.name(packet.opCodeNumber()))
        .append(" DestQP 0x")
        .append(hex(packet.get(Header.BTH, Bth.DEST_QP), 6))
        .append(" PSN ")
        .append(packet.get(Header.BTH, Bth.PSN));
    if (packet.has(Header.AETH)) {
      text.append(", ").append(syndrome(packet));
      text.append(", MSN ").append(packet.get(Header.AETH, Aeth.MSN));
    }
    if (packet.payloadBytes() > 0) {
      text.append(", ").append(packet.payloadBytes()).append(" bytes");
    }
    return text.append(findings(packet)).toString();
  }

  private static String findings(TransportPacket packet) {
    return packet.findings().isEmpty() ? "" : "; " + packet.findings().getFirst();
  }

  private static Syndrome syndrome(TransportPacket packet) {
    return Syndrome.of((int) packet.get(Header.AETH, Aeth.SYNDROME));
  }

  private static String hex(long value, int digits) {
    return HexFormat.of().toHexDigits(value, digits);
  }
}
