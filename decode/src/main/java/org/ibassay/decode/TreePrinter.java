package org.ibassay.decode;

import java.util.List;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.packet.IcrcExplanation;
import org.ibassay.wire.packet.TransportPacket;

/// Writes a packet as a tree, one line for each field, wrapped at 80 columns.
final class TreePrinter implements PacketPrinter {
  static final int COLUMNS = 80;
  private static final int INDENT = 2;
  static final int FIELD_INDENT = 2 * INDENT;
  static final int WRAPPED_INDENT = 4 * INDENT;

  /// Longer payloads are complete only in JSON, and in the capture.
  private static final int BYTES_SHOWN = 128;

  private static final int BYTES_A_LINE = 32;

  private static final byte[] PACKET = Digits.utf8("Packet ");
  private static final byte[] COLON = Digits.utf8(": ");
  private static final byte[] TIME = Digits.utf8("  Time: ");
  private static final byte[] LENGTH = Digits.utf8("  Length: ");
  private static final byte[] OF = Digits.utf8(" of ");
  private static final byte[] COMMENT = Digits.utf8("  Comment: ");
  private static final byte[] ICRC = Digits.utf8("  ICRC: 0x");
  private static final byte[] VCRC = Digits.utf8("  VCRC: 0x");
  private static final byte[] BYTE = Digits.utf8(" byte\n");
  private static final byte[] AND = Digits.utf8("    and ");
  private static final byte[] MORE = Digits.utf8(" more\n");
  private static final byte[] BYTES = Digits.utf8(" bytes\n");
  private static final byte[] RIGHT = Digits.utf8(" (right)\n");

  private final Out out;
  private final Times times = new Times();

  TreePrinter(Out out) {
    this.out = out;
  }

  @Override
  public void write(CaptureReader capture, Dissector packet) {
    out.put(PACKET).decimal(capture.frame()).put(COLON);
    LinePrinter.summary(out, packet, capture.linkType());
    out.line();
    frame(capture, packet);
    for (int part = 0; part < packet.count(); part++) {
      section(packet, part);
    }
    TransportPacket transport = packet.packet();
    if (transport != null) {
      checks(transport);
    }
    out.line();
  }

  private void frame(CaptureReader capture, Dissector packet) {
    if (capture.hasTime()) {
      out.put(TIME);
      times.write(out, capture.nanos());
      out.put('\n');
    }
    out.put(LENGTH).decimal(packet.bytes());
    if (packet.original() != packet.bytes()) {
      out.put(OF).decimal(packet.original());
    }
    out.put(BYTES);
    comment(capture);
  }

  private void comment(CaptureReader capture) {
    if (Texts.isPlainComment(capture)) {
      if (capture.commentBytes() > 0) {
        out.put(COMMENT).put(capture.segment(), capture.commentOffset(), capture.commentBytes());
        out.put('\n');
      }
      return;
    }
    String comment = capture.comment();
    if (comment != null) {
      comment.lines().forEach(line -> out.put(COMMENT).put(line).put('\n'));
    }
  }

  private Out label(int indent, String name) {
    return out.startLine().spaces(indent).put(name).put(COLON);
  }

  private void section(Dissector packet, int part) {
    Section section = packet.section(part);
    int base = packet.base(part);
    int there = packet.end(part) - base;
    out.put(section.title);
    if (packet.number(part) != Dissector.ALONE) {
      out.put('[').decimal(packet.number(part)).put(']');
    }
    if (section.isRaw()) {
      raw(packet.array(), base, there);
      return;
    }
    out.put('\n');
    section.tree(there).write(out, packet.array(), base);
    if (section == Sections.SA_HEADER) {
      components(packet.components());
    }
  }

  private void components(List<String> names) {
    String before = "";
    for (String name : names) {
      if (before.isEmpty()) {
        label(FIELD_INDENT, "Components");
      } else {
        out.put(before);
        gap(name.length() + 1);
      }
      out.put(name);
      before = ",";
    }
    if (!names.isEmpty()) {
      out.line();
    }
  }

  /// Writes a space, or a line break if the next text does not fit.
  private void gap(int next) {
    if (out.column() + 1 + next > COLUMNS) {
      out.line().spaces(WRAPPED_INDENT);
    } else {
      out.put(' ');
    }
  }

  private void raw(byte[] in, int base, int count) {
    out.put(COLON).decimal(count).put(count == 1 ? BYTE : BYTES);
    int shown = Math.min(count, BYTES_SHOWN);
    for (int i = 0; i < shown; i += BYTES_A_LINE) {
      out.spaces(FIELD_INDENT).hex(in, base + i, Math.min(BYTES_A_LINE, shown - i)).line();
    }
    if (shown < count) {
      out.put(AND).decimal(count - shown).put(MORE);
    }
  }

  private void checks(TransportPacket packet) {
    if (packet.isWhole()) {
      boolean right = packet.icrcFound() == packet.icrcComputed();
      check(ICRC, packet.icrcFound(), packet.icrcComputed(), 8);
      if (!right) {
        IcrcExplanation.of(packet).ifPresent(this::explain);
      }
    }
    if (packet.hasVcrc()) {
      check(VCRC, packet.vcrcFound(), packet.vcrcComputed(), 4);
      if (packet.vcrcFound() != packet.vcrcComputed()) {
        label(FIELD_INDENT, "covers")
            .put("bytes 0-")
            .decimal(packet.vcrcAt() - 1L)
            .put(", from the LRH on")
            .line();
      }
    }
    if (!packet.findings().isEmpty()) {
      packet.findings().forEach(one -> label(INDENT, "Finding").put(one.toString()).line());
    }
  }

  private void check(byte[] label, int found, int computed, int digits) {
    out.put(label).hex(found, digits);
    if (found == computed) {
      out.put(RIGHT);
    } else {
      out.put(" (wrong, computed 0x").hex(computed, digits).put(')').line();
    }
  }

  private void explain(IcrcExplanation icrc) {
    label(FIELD_INDENT, "covers")
        .put("bytes ")
        .decimal(icrc.from())
        .put('-')
        .decimal(icrc.to() - 1L);
    out.put(icrc.isAfterOnes() ? ", after 8 bytes of ones" : "").line();
    label(FIELD_INDENT, "as ones");
    for (int i = 0; i < icrc.masked().size(); i++) {
      String text = icrc.masked().get(i).toString();
      if (i > 0) {
        out.put(',');
        gap(text.length());
      }
      out.put(text);
    }
    out.line();
    icrc.guesses().forEach(guess -> label(FIELD_INDENT, "guess").put(guess).line());
  }
}
