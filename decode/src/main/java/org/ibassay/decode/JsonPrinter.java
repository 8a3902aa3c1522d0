package org.ibassay.decode;

import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.IcrcExplanation;
import org.ibassay.wire.packet.TransportPacket;

/// Writes a packet as one line of JSON, with its headers and attributes by name; the records of a
/// table are in an array.
final class JsonPrinter implements PacketPrinter {
  private static final byte[] FRAME = Digits.utf8("{\"frame\":");
  private static final byte[] TIME = Digits.utf8(",\"time\":\"");
  private static final byte[] CAPTURED = Digits.utf8(",\"captured\":");
  private static final byte[] LENGTH = Digits.utf8(",\"length\":");
  private static final byte[] LINK_TYPE = Digits.utf8(",\"linkType\":");
  private static final byte[] COMMENT = Digits.utf8(",\"comment\":");
  private static final byte[] ICRC = Digits.utf8(",\"ICRC\":{\"found\":\"0x");
  private static final byte[] VCRC = Digits.utf8(",\"VCRC\":{\"found\":\"0x");
  private static final byte[] COMPUTED = Digits.utf8("\",\"computed\":\"0x");
  private static final byte[] RIGHT = Digits.utf8("\",\"right\":true");
  private static final byte[] WRONG = Digits.utf8("\",\"right\":false");

  private final Out out;
  private final Times times = new Times();

  JsonPrinter(Out out) {
    this.out = out;
  }

  @Override
  public void write(CaptureReader capture, Dissector packet) {
    out.put(FRAME).decimal(capture.frame());
    if (capture.hasTime()) {
      out.put(TIME);
      times.write(out, capture.nanos());
      out.put('"');
    }
    out.put(CAPTURED).decimal(packet.bytes());
    out.put(LENGTH).decimal(packet.original());
    out.put(LINK_TYPE).decimal(capture.linkType());
    comment(capture);
    for (int part = 0; part < packet.count(); part++) {
      part(packet, part);
    }
    TransportPacket transport = packet.packet();
    if (transport != null) {
      checks(transport);
    }
    out.put('}').line();
  }

  private void comment(CaptureReader capture) {
    if (Texts.isPlainComment(capture)) {
      out.put(COMMENT).put('"');
      out.put(capture.segment(), capture.commentOffset(), capture.commentBytes()).put('"');
      return;
    }
    String comment = capture.comment();
    if (comment != null) {
      out.put(COMMENT).json(comment);
    }
  }

  private void part(Dissector packet, int part) {
    Section section = packet.section(part);
    boolean isRecord = packet.number(part) != Dissector.ALONE;
    if (isRecord && part > 0 && packet.section(part - 1) == section) {
      out.put(',');
    } else {
      out.put(section.key);
      if (isRecord) {
        out.put('[');
      }
    }
    int base = packet.base(part);
    int there = packet.end(part) - base;
    if (section.isRaw()) {
      out.put('"').hex(packet.array(), base, there).put('"');
    } else {
      section.object(there).write(out, packet.array(), base);
    }
    boolean goesOn = part + 1 < packet.count() && packet.section(part + 1) == section;
    if (isRecord && !goesOn) {
      out.put(']');
    }
  }

  private void checks(TransportPacket packet) {
    if (packet.isWhole()) {
      check(ICRC, packet.icrcFound(), packet.icrcComputed(), 8);
      if (packet.icrcFound() != packet.icrcComputed()) {
        IcrcExplanation.of(packet).ifPresent(this::explain);
      }
      out.put('}');
    }
    if (packet.hasVcrc()) {
      check(VCRC, packet.vcrcFound(), packet.vcrcComputed(), 4);
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

  private void check(byte[] key, int found, int computed, int digits) {
    out.put(key).hex(found, digits).put(COMPUTED).hex(computed, digits);
    out.put(found == computed ? RIGHT : WRONG);
  }

  private void explain(IcrcExplanation icrc) {
    out.put(",\"from\":").decimal(icrc.from()).put(",\"to\":").decimal(icrc.to());
    out.put(",\"afterOnes\":").put(icrc.isAfterOnes() ? "true" : "false");
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
