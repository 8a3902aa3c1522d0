package org.ibassay.cli.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.IcrcExplanation;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.sa.SaHeader;

/// Writes a packet as a tree, a field a line, wrapped at 80 columns.
final class TreePrinter implements PacketPrinter {
  private static final int COLUMNS = 80;
  private static final int INDENT = 2;
  private static final int FIELD_INDENT = 2 * INDENT;
  private static final int WRAPPED_INDENT = 4 * INDENT;

  /// More of a payload is for JSON, or for those who have the capture.
  private static final int BYTES_SHOWN = 128;

  private static final int BYTES_A_LINE = 32;

  private final Out out;
  private final Times times = new Times();

  TreePrinter(Out out) {
    this.out = out;
  }

  @Override
  public void write(CaptureReader capture, Dissector packet) {
    out.put("Packet ").decimal(capture.frame()).put(": ");
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
      label(INDENT, "Time");
      times.write(out, capture.nanos());
      out.line();
    }
    label(INDENT, "Length").decimal(packet.bytes());
    if (packet.original() != packet.bytes()) {
      out.put(" of ").decimal(packet.original());
    }
    out.put(" bytes").line();
    String comment = capture.comment();
    if (comment != null) {
      comment.lines().forEach(line -> label(INDENT, "Comment").put(line).line());
    }
  }

  private Out label(int indent, String name) {
    return out.spaces(indent).put(name).put(": ");
  }

  private void section(Dissector packet, int part) {
    Section section = packet.section(part);
    MemorySegment in = packet.segment();
    long base = packet.base(part);
    long end = packet.end(part);
    out.spaces(INDENT).put(section.title);
    if (packet.number(part) != Dissector.ALONE) {
      out.put('[').decimal(packet.number(part)).put(']');
    }
    if (section.isRaw()) {
      raw(in, base, end);
      return;
    }
    out.line();
    fields(section, in, base, end);
    if (section == Sections.SA_HEADER) {
      components(packet);
    }
    meaning(section, in, base);
  }

  /// All fields of a section, as far as they are there.
  void fields(Section section, MemorySegment in, long base, long end) {
    boolean whole = base + section.bytes <= end;
    for (Row row : section.rows) {
      int count = whole ? row.field.count() : row.present(base, end);
      if (count > 0) {
        row(row, in, base, count);
      }
    }
    if (!whole) {
      label(FIELD_INDENT, "cut off")
          .decimal(Math.max(0, end - base))
          .put(" of ")
          .decimal(section.bytes)
          .put(" bytes")
          .line();
    }
  }

  private void row(Row row, MemorySegment in, long base, int count) {
    out.spaces(FIELD_INDENT).put(row.label);
    if (row.isRowOfBytes) {
      rowOfBytes(in, base + row.field.bitOffset() / 8, count);
    } else {
      for (int i = 0; i < count; i++) {
        if (i > 0) {
          gap(row.mostCharacters);
        }
        Values.write(out, row.field, in, base, i);
      }
    }
    if (!row.parts.isEmpty()) {
      parts(row, in, base);
    }
    out.line();
  }

  /// A space, or a new line where what comes next does not fit.
  private void gap(int next) {
    if (out.column() + 1 + next > COLUMNS) {
      out.line().spaces(WRAPPED_INDENT);
    } else {
      out.put(' ');
    }
  }

  private void rowOfBytes(MemorySegment in, long at, int count) {
    int first = Math.min(count, (COLUMNS - out.column()) / 2);
    out.hex(in, at, first);
    for (int i = first; i < count; i += BYTES_A_LINE) {
      out.line().spaces(WRAPPED_INDENT).hex(in, at + i, Math.min(BYTES_A_LINE, count - i));
    }
  }

  /// Flags by name where they are set, other parts with their values.
  private void parts(Row row, MemorySegment in, long base) {
    boolean any = false;
    for (Row part : row.parts) {
      if (part.isFlag() && part.value(in, base) == 0) {
        continue;
      }
      if (any) {
        out.put(',');
      }
      gap(part.name.length() + (part.isFlag() ? 2 : part.mostCharacters + 3));
      if (!any) {
        out.put('(');
      }
      out.put(part.label, 0, part.name.length());
      if (!part.isFlag()) {
        out.put(' ');
        Values.write(out, part.field, in, base, 0);
      }
      any = true;
    }
    if (any) {
      out.put(')');
    }
  }

  private void meaning(Section section, MemorySegment in, long base) {
    if (section == Sections.of(Header.BTH)) {
      int opCode = (int) Bth.OP_CODE.get(in, base);
      label(FIELD_INDENT, "Operation").put(Names.operation(opCode)).line();
    } else if (section == Sections.of(Header.AETH)) {
      int syndrome = (int) Aeth.SYNDROME.get(in, base);
      label(FIELD_INDENT, "Meaning").put(Names.syndrome(syndrome)).line();
    }
  }

  private void components(Dissector packet) {
    long mask = SaHeader.COMPONENT_MASK.get(packet.segment(), packet.mad());
    if (mask == 0) {
      return;
    }
    SaAttributes.of(packet.attributeId())
        .ifPresent(attribute -> {
          label(FIELD_INDENT, "Components");
          boolean first = true;
          for (var component : attribute.in(mask)) {
            if (!first) {
              out.put(',');
              gap(component.name().length() + 1);
            }
            out.put(component.name());
            first = false;
          }
          out.line();
        });
  }

  private void raw(MemorySegment in, long base, long end) {
    long count = end - base;
    out.put(": ").decimal(count).put(count == 1 ? " byte" : " bytes").line();
    long shown = Math.min(count, BYTES_SHOWN);
    for (long i = 0; i < shown; i += BYTES_A_LINE) {
      long length = Math.min(BYTES_A_LINE, shown - i);
      out.spaces(FIELD_INDENT);
      for (long at = base + i; at < base + i + length; at++) {
        out.hex(in.get(JAVA_BYTE, at), 2);
      }
      out.line();
    }
    if (shown < count) {
      out.spaces(FIELD_INDENT).put("and ").decimal(count - shown).put(" more").line();
    }
  }

  private void checks(TransportPacket packet) {
    if (packet.isWhole()) {
      boolean right = packet.icrcFound() == packet.icrcComputed();
      check("ICRC", packet.icrcFound(), packet.icrcComputed(), 8);
      if (!right) {
        IcrcExplanation.of(packet).ifPresent(this::explain);
      }
    }
    if (packet.hasVcrc()) {
      check("VCRC", packet.vcrcFound(), packet.vcrcComputed(), 4);
      if (packet.vcrcFound() != packet.vcrcComputed()) {
        label(FIELD_INDENT, "covers")
            .put("bytes 0-")
            .decimal(packet.icrcAt() + 3L)
            .put(", from the LRH to the ICRC")
            .line();
      }
    }
    for (Finding finding : packet.findings()) {
      label(INDENT, "Finding").put(finding.toString()).line();
    }
  }

  private void check(String name, int found, int computed, int digits) {
    label(INDENT, name).put("0x").hex(found, digits);
    if (found == computed) {
      out.put(" (right)").line();
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
    out.put(icrc.isBehindOnes() ? ", behind 8 bytes of ones" : "").line();
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
