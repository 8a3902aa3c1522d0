package org.ibassay.wire.packet;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.ibassay.wire.Described;

/// Writes packets of the transport for people and for JSON, whatever they hold and however short
/// they are.
public final class PacketText {
  private static final int ICRC_DIGITS = 8;

  private PacketText() {}

  /// In a few words: `RC_ACK DestQP 0x000011 PSN 5, ACK, MSN 1`, and how many findings there are.
  public static String summary(TransportPacket packet) {
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

  /// The whole packet: every header that is there, field by field, the payload, what the ICRC is
  /// and whether it is right, and what is wrong.
  public static Described describe(TransportPacket packet) {
    List<Described> parts = new ArrayList<>();
    for (Header header : Header.values()) {
      if (packet.has(header)) {
        parts.add(header(packet, header));
      }
    }
    if (packet.isTransport()) {
      if (packet.payloadBytes() > 0) {
        parts.add(Described.bytes("Payload", packet.payload()));
      }
    } else {
      MemorySegment all = packet.segment().asSlice(packet.start(), packet.bytes());
      parts.add(Described.bytes("bytes", all));
    }
    if (packet.isWhole()) {
      parts.add(text("ICRC", icrc(packet)));
    }
    for (Finding finding : packet.findings()) {
      parts.add(text("finding", finding.toString()));
    }
    return new Described(summary(packet), List.of(), parts);
  }

  private static Described header(TransportPacket packet, Header header) {
    Described plain = Described.of(header.layout(), packet.segment(), packet.at(header));
    return switch (header) {
      case BTH -> with(plain, "Operation", operation(packet));
      case AETH -> with(plain, "Meaning", syndrome(packet).toString());
      default -> plain;
    };
  }

  private static String operation(TransportPacket packet) {
    return packet.opCode().map(OpCode::text).orElse("not defined");
  }

  private static Described with(Described plain, String name, String text) {
    List<Described> parts = new ArrayList<>(plain.parts());
    parts.add(text(name, text));
    return new Described(plain.name(), plain.values(), parts);
  }

  private static Described text(String name, String value) {
    return new Described(name, List.of(value), List.of());
  }

  private static String icrc(TransportPacket packet) {
    return "0x"
        + hex(packet.icrcFound() & 0xFFFF_FFFFL, ICRC_DIGITS)
        + (packet.icrcFound() == packet.icrcComputed() ? "" : " (wrong)");
  }

  private static String hex(long value, int digits) {
    return HexFormat.of().toHexDigits(value, digits);
  }
}
