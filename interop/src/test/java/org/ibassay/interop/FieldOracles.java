package org.ibassay.interop;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.attribute.NoticeDetails;
import org.ibassay.wire.bm.BmAttributes;
import org.ibassay.wire.bm.BmHeader;
import org.ibassay.wire.cc.CcAttributes;
import org.ibassay.wire.cc.CcHeader;
import org.ibassay.wire.cc.CongestionLog;
import org.ibassay.wire.cm.CmAttributes;
import org.ibassay.wire.dm.DmAttributes;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.MadStatus;
import org.ibassay.wire.mad.Smp;
import org.ibassay.wire.mad.VendorHeader;
import org.ibassay.wire.net.Arp;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Grh;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.pm.PmAttributes;
import org.ibassay.wire.snmp.SnmpAttributes;
import org.ibassay.wire.snmp.SnmpHeader;

/// All fields of the packets with tables, and a list of the programs that also know them.
final class FieldOracles {
  /// A line of the list: a field's full name, the kind of oracle, and the name to look up there.
  record Line(String field, String kind, String what) {
    /// For tshark: its names of the field's elements, in order.
    List<String> names() {
      return List.of(what.split(" ", 2)[0].split("\\+", -1));
    }

    boolean isOf(List<Layout> layouts) {
      return layouts.stream().anyMatch(layout -> field.startsWith(layout.name() + "."));
    }

    /// For tshark: the number of elements that it displays.
    int shown(int count) {
      String[] words = what.split(" ", 2);
      return words.length == 1 ? count : Integer.parseInt(words[1]);
    }
  }

  /// Distinguishes two tables with the same name.
  static final String LOG_OF_CA = "CongestionLog(CA)";

  private static final String LIST = "oracles.txt";

  private FieldOracles() {}

  static List<Line> lines() {
    try (InputStream in =
        Objects.requireNonNull(FieldOracles.class.getResourceAsStream(LIST), LIST)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(line -> line.split(" \\| ", 3))
          .map(columns -> new Line(columns[0], columns[1], columns[2]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /// Returns the lines of one kind for one layout.
  static List<Line> lines(String kind, Layout layout) {
    return lines().stream()
        .filter(line -> line.kind().equals(kind) && line.field().startsWith(layout.name() + "."))
        .toList();
  }

  static List<Layout> layouts() {
    return Stream.of(management(), general(), withoutTshark(), transport())
        .flatMap(List::stream)
        .distinct()
        .toList();
  }

  /// Layouts of subnet management packets.
  static List<Layout> management() {
    List<Layout> all = new ArrayList<>(List.of(Lrh.LAYOUT, Grh.LAYOUT, Bth.LAYOUT, Deth.LAYOUT));
    all.addAll(List.of(MadHeader.LAYOUT, MadStatus.LAYOUT, Smp.LAYOUT));
    Attribute.all().forEach(attribute -> all.add(attribute.layout()));
    all.addAll(traps());
    return all;
  }

  /// Layouts of performance and communication management packets.
  static List<Layout> general() {
    return Stream.concat(PmAttributes.all().stream(), CmAttributes.all().stream())
        .map(GmpAttribute::layout)
        .toList();
  }

  /// Layouts of packets of congestion control, device and baseboard management, SNMP tunneling and
  /// vendors, which tshark does not dissect.
  static List<Layout> withoutTshark() {
    List<Layout> all =
        new ArrayList<>(
            List.of(
                CcHeader.LAYOUT,
                BmHeader.LAYOUT,
                SnmpHeader.LAYOUT,
                VendorHeader.LAYOUT,
                CongestionLog.CA));
    Stream.of(CcAttributes.all(), DmAttributes.all(), BmAttributes.all(), SnmpAttributes.all())
        .flatMap(List::stream)
        .forEach(attribute -> all.add(attribute.layout()));
    return all;
  }

  /// Layouts of transport packets, and of packets that resolve Ethernet addresses.
  static List<Layout> transport() {
    return Stream.concat(
            Arrays.stream(Header.values()).map(Header::layout),
            Stream.of(Arp.LAYOUT, NeighborDiscovery.LAYOUT, NeighborDiscovery.OPTION))
        .toList();
  }

  static List<Layout> traps() {
    return IntStream.rangeClosed(0, 0xFFFF)
        .mapToObj(NoticeDetails::of)
        .flatMap(Optional::stream)
        .toList();
  }

  /// Returns the fields and parts of all layouts by full name, in wire order.
  static Map<String, Field> fields() {
    Map<String, Field> all = new LinkedHashMap<>();
    for (Layout layout : layouts()) {
      String name = layout.equals(CongestionLog.CA) ? LOG_OF_CA : layout.name();
      Stream.concat(layout.fields().stream(), layout.parts().stream())
          .forEach(field -> all.put(name + "." + field.name(), field));
    }
    return all;
  }

  /// Returns all elements of a field; a wide field in units of eight bytes.
  static LongStream values(Field field, MemorySegment in, long base) {
    if (field.isWide()) {
      LongBuffer longs = field.slice(in, base).asByteBuffer().asLongBuffer();
      return IntStream.range(0, longs.remaining()).mapToLong(longs::get);
    }
    return IntStream.range(0, field.count()).mapToLong(i -> field.get(in, base, i));
  }
}
