package org.ibassay.runner.html;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.wire.Described;
import org.ibassay.wire.mad.MadText;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.PacketText;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.SaText;
import org.jspecify.annotations.Nullable;

/// A frame of the capture, decoded into rows. Of a MAD only the MAD: the headers round it are made
/// up by the capture.
///
/// @param step that it came in; empty where it came in none
/// @param title in a few words
/// @param groups its headers and what else it has, in wire order
/// @param hex the bytes that are shown
/// @param headers where each header starts in those bytes
/// @param payload where the payload starts in those bytes
record DecodedPacket(
    String step,
    String title,
    List<Group> groups,
    String hex,
    Map<Header, Long> headers,
    long payload) {
  /// As [org.ibassay.suite.TestCase] labels it.
  private static final Pattern STEP = Pattern.compile("^\\w+ step ([\\w.]+)");

  private static final int ERF_HEADER_BYTES = 16;
  private static final int GSI_QP = 1;
  private static final int MOST_DIGITS = 512;

  /// A header or an attribute.
  record Group(String name, List<Row> rows) {
    /// The names of its rows.
    List<String> names() {
      return rows.stream().map(Row::name).toList();
    }
  }

  /// A field.
  ///
  /// @param values how many elements it has
  /// @param parts names of its bits
  record Row(String name, String text, int values, List<String> parts) {}

  /// Decodes the packet that a reader stands on.
  static DecodedPacket of(CaptureReader reader) {
    MemorySegment frame = MemorySegment.ofArray(reader.packet().toArray(ValueLayout.JAVA_BYTE));
    boolean isErf = reader.linkType() == CaptureReader.ERF && frame.byteSize() > ERF_HEADER_BYTES;
    boolean isEthernet = reader.linkType() == CaptureReader.ETHERNET;
    MemorySegment bytes = isErf ? frame.asSlice(ERF_HEADER_BYTES) : frame;
    TransportPacket packet = new TransportPacket(bytes);
    packet.read(isEthernet ? LinkType.ETHERNET : LinkType.INFINIBAND, 0, (int) bytes.byteSize());
    String step = step(reader.comment());
    return isMad(packet) ? mad(step, packet.payload()) : transport(step, packet, bytes);
  }

  private static String step(@Nullable String comment) {
    Matcher matcher = STEP.matcher(comment == null ? "" : comment);
    return matcher.find() ? matcher.group(1) : "";
  }

  private static boolean isMad(TransportPacket packet) {
    return packet.isTransport()
        && packet.is(OpCode.UD_SEND_ONLY)
        && packet.get(Header.BTH, Bth.DEST_QP) <= GSI_QP;
  }

  private static DecodedPacket mad(String step, MemorySegment mad) {
    boolean isSa = SaText.isSa(mad);
    Described described = isSa ? SaText.describe(mad) : MadText.describe(mad);
    String title = isSa ? SaText.summary(mad) : MadText.summary(mad);
    return new DecodedPacket(step, title, groups(described, "SMP"), hex(mad), Map.of(), 0);
  }

  private static DecodedPacket transport(String step, TransportPacket packet, MemorySegment bytes) {
    Map<Header, Long> headers = new EnumMap<>(Header.class);
    Stream.of(Header.values())
        .filter(packet::has)
        .forEach(header -> headers.put(header, packet.at(header)));
    return new DecodedPacket(
        step,
        PacketText.summary(packet),
        groups(PacketText.describe(packet), "Packet"),
        hex(bytes),
        headers,
        packet.payloadAt());
  }

  private static String hex(MemorySegment bytes) {
    return HexFormat.of().formatHex(bytes.toArray(ValueLayout.JAVA_BYTE));
  }

  /// @param rest the name of what stands in no header or attribute
  private static List<Group> groups(Described whole, String rest) {
    List<Group> groups = new ArrayList<>();
    collect(new Described(rest, List.of(), whole.parts()), groups);
    return groups;
  }

  private static void collect(Described part, List<Group> groups) {
    List<Row> rows = new ArrayList<>();
    for (Described child : part.parts()) {
      if (child.values().isEmpty() && !child.parts().isEmpty()) {
        flush(part, rows, groups);
        collect(child, groups);
      } else {
        rows.add(
            new Row(
                child.name(),
                cut(child.text()),
                child.values().size(),
                child.parts().stream().map(Described::name).toList()));
      }
    }
    flush(part, rows, groups);
  }

  /// Of a long payload the beginning: all of it is among the bytes.
  private static String cut(String text) {
    return text.length() <= MOST_DIGITS ? text : text.substring(0, MOST_DIGITS) + "...";
  }

  private static void flush(Described part, List<Row> rows, List<Group> groups) {
    if (!rows.isEmpty()) {
      groups.add(new Group(part.name(), List.copyOf(rows)));
      rows.clear();
    }
  }
}
