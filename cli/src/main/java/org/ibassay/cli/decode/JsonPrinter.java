package org.ibassay.cli.decode;

import java.lang.foreign.MemorySegment;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.packet.Aeth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.IcrcExplanation;
import org.ibassay.wire.packet.TransportPacket;

/// Writes a packet as one line of JSON. Numbers that people read in decimal are numbers, all other
/// values are texts as the tree has them; records of a table stand in an array.
final class JsonPrinter implements PacketPrinter {
  private final Out out;
  private final Times times = new Times();

  JsonPrinter(Out out) {
    this.out = out;
  }

  @Override
  public void write(CaptureReader capture, Dissector packet) {
    out.put("{\"frame\":").decimal(capture.frame());
    if (capture.hasTime()) {
      out.put(",\"time\":\"");
      times.write(out, capture.nanos());
      out.put('"');
    }
    out.put(",\"captured\":").decimal(packet.bytes());
    out.put(",\"length\":").decimal(packet.original());
    out.put(",\"linkType\":").decimal(capture.linkType());
    String comment = capture.comment();
    if (comment != null) {
      out.put(",\"comment\":").json(comment);
    }
    for (int part = 0; part < packet.count(); part++) {
      part(packet, part);
    }
    TransportPacket transport = packet.packet();
    if (transport != null) {
      checks(transport);
    }
    out.put('}').line();
  }

  private void part(Dissector packet, int part) {
    Section section = packet.section(part);
    boolean isRecord = packet.number(part) != Dissector.ALONE;
    boolean isFirst = !isRecord || part == 0 || packet.section(part - 1) != section;
    out.put(',');
    if (isFirst) {
      out.put(section.key).put(isRecord ? "[" : "");
    }
    MemorySegment in = packet.segment();
    long base = packet.base(part);
    if (section.isRaw()) {
      out.put('"').hex(in, base, packet.end(part) - base).put('"');
    } else {
      object(section, in, base, packet.end(part));
    }
    boolean goesOn = part + 1 < packet.count() && packet.section(part + 1) == section;
    if (isRecord && !goesOn) {
      out.put(']');
    }
  }

  private void object(Section section, MemorySegment in, long base, long end) {
    boolean whole = base + section.bytes <= end;
    char before = '{';
    for (Row row : section.rows) {
      int count = whole ? row.field.count() : row.present(base, end);
      if (count > 0) {
        out.put(before).put(row.key);
        row(row, in, base, count);
        before = ',';
      }
    }
    if (!whole) {
      out.put(before).put("\"cutOff\":").decimal(Math.max(0, end - base));
      before = ',';
    } else if (section == Sections.of(Header.BTH)) {
      int opCode = (int) Bth.OP_CODE.get(in, base);
      out.put(",\"Operation\":\"").put(Names.operation(opCode)).put('"');
    } else if (section == Sections.of(Header.AETH)) {
      int syndrome = (int) Aeth.SYNDROME.get(in, base);
      out.put(",\"Meaning\":\"").put(Names.syndrome(syndrome)).put('"');
    }
    out.put('}');
  }

  private void row(Row row, MemorySegment in, long base, int count) {
    if (row.isRowOfBytes) {
      out.put('"').hex(in, base + row.field.bitOffset() / 8, count).put('"');
    } else if (row.field.count() > 1) {
      for (int i = 0; i < count; i++) {
        out.put(i == 0 ? '[' : ',');
        Values.json(out, row.field, in, base, i);
      }
      out.put(']');
    } else if (row.parts.isEmpty()) {
      Values.json(out, row.field, in, base, 0);
    } else {
      out.put("{\"value\":");
      Values.json(out, row.field, in, base, 0);
      for (Row part : row.parts) {
        out.put(',').put(part.key);
        Values.json(out, part.field, in, base, 0);
      }
      out.put('}');
    }
  }

  private void checks(TransportPacket packet) {
    if (packet.isWhole()) {
      check(",\"ICRC\":", packet.icrcFound(), packet.icrcComputed(), 8);
      if (packet.icrcFound() != packet.icrcComputed()) {
        IcrcExplanation.of(packet).ifPresent(this::explain);
      }
      out.put('}');
    }
    if (packet.hasVcrc()) {
      check(",\"VCRC\":", packet.vcrcFound(), packet.vcrcComputed(), 4);
      out.put('}');
    }
    if (!packet.findings().isEmpty()) {
      String before = ",\"findings\":[";
      for (Finding finding : packet.findings()) {
        out.put(before).json(finding.toString());
        before = ",";
      }
      out.put(']');
    }
  }

  private void check(String key, int found, int computed, int digits) {
    out.put(key).put("{\"found\":\"0x").hex(found, digits);
    out.put("\",\"computed\":\"0x").hex(computed, digits);
    out.put("\",\"right\":").put(found == computed ? "true" : "false");
  }

  private void explain(IcrcExplanation icrc) {
    out.put(",\"from\":").decimal(icrc.from()).put(",\"to\":").decimal(icrc.to());
    out.put(",\"behindOnes\":").put(icrc.isBehindOnes() ? "true" : "false");
    texts(",\"asOnes\":", icrc.masked());
    texts(",\"guesses\":", icrc.guesses());
  }

  private void texts(String key, Iterable<?> texts) {
    out.put(key);
    char before = '[';
    for (Object text : texts) {
      out.put(before).json(text.toString());
      before = ',';
    }
    out.put(before == '[' ? "[]" : "]");
  }
}
