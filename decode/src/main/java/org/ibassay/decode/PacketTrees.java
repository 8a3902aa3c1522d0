package org.ibassay.decode;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.packet.TransportPacket;

/// Dissects packets of a capture, one at a time, for callers with their own display format.
public final class PacketTrees {
  private static final HexFormat HEX = HexFormat.of();

  private final Dissector packet = new Dissector();
  private final ByteArrayOutputStream text = new ByteArrayOutputStream();
  private final Out out = new Out(text);

  /// Creates a dissector.
  public PacketTrees() {}

  /// Dissects a reader's current packet, without the headers that the tester's capture adds: ERF's,
  /// and those around a MAD.
  public PacketTree of(CaptureReader capture) {
    packet.read(capture);
    boolean isMad = packet.isMad();
    int from = isMad ? packet.mad() : packet.from();
    int to = isMad ? packet.madEnd() : packet.from() + packet.bytes();
    List<PacketSection> sections = new ArrayList<>();
    for (int part = 0; part < packet.count(); part++) {
      if (packet.base(part) >= from && packet.base(part) < to) {
        sections.add(section(part, from));
      }
    }
    TransportPacket transport = packet.packet();
    if (transport != null && !isMad) {
      List<PacketRow> checks = checks(transport);
      if (!checks.isEmpty()) {
        sections.add(new PacketSection("Packet", Dissector.ALONE, 0, checks));
      }
    }
    String hex = HEX.formatHex(packet.array(), from, to);
    return new PacketTree(summary(capture.linkType()), isMad, List.copyOf(sections), hex);
  }

  private String summary(int linkType) {
    LinePrinter.kind(out, packet, linkType);
    out.flush();
    String summary = text.toString(StandardCharsets.UTF_8);
    text.reset();
    return summary;
  }

  private PacketSection section(int part, int from) {
    Section section = packet.section(part);
    int base = packet.base(part);
    int there = packet.end(part) - base;
    List<PacketRow> rows = new ArrayList<>();
    if (section.isRaw()) {
      String hex = HEX.formatHex(packet.array(), base, base + there);
      rows.add(new PacketRow(section.name, List.of(hex), "", List.of(), 0, there * Byte.SIZE));
    } else {
      rows.addAll(section.rows(packet.segment(), base, there));
    }
    if (section == Sections.SA_HEADER && !packet.components().isEmpty()) {
      rows.add(PacketRow.said("Components", String.join(", ", packet.components())));
    }
    return new PacketSection(section.name, packet.number(part), base - from, List.copyOf(rows));
  }

  private static List<PacketRow> checks(TransportPacket packet) {
    List<PacketRow> rows = new ArrayList<>();
    if (packet.isWhole()) {
      rows.add(check("ICRC", packet.icrcFound(), packet.icrcComputed(), 8));
    }
    if (packet.hasVcrc()) {
      rows.add(check("VCRC", packet.vcrcFound(), packet.vcrcComputed(), 4));
    }
    packet.findings().forEach(finding -> rows.add(PacketRow.said("Finding", finding.toString())));
    return rows;
  }

  private static PacketRow check(String name, int found, int computed, int digits) {
    String verdict =
        found == computed ? "right" : "wrong, computed 0x" + HEX.toHexDigits(computed, digits);
    return PacketRow.said(name, "0x" + HEX.toHexDigits(found, digits) + " (" + verdict + ")");
  }
}
