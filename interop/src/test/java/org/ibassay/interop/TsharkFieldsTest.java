package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.interop.FieldOracles.Line;
import org.ibassay.interop.RandomPackets.Packet;
import org.ibassay.interop.RandomPackets.Place;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.wire.Described;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;
import org.ibassay.wire.packet.Grh;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// tshark agrees with our tables on random packets.
@RequiresPeer("tshark")
class TsharkFieldsTest {
  private static final Seed SEED = Seed.ofRun();

  /// tshark's fields of the headers and attributes for which we have tables.
  private static final Set<String> OURS =
      Set.of(
          "lrh",
          "grh",
          "bth",
          "deth",
          "rdeth",
          "reth",
          "atomiceth",
          "aeth",
          "atomicacketh",
          "immdt",
          "ieth",
          "mad",
          "smplid",
          "smpdirected",
          "notice",
          "trap",
          "nodedescription",
          "nodeinfo",
          "switchinfo",
          "guidinfo",
          "portinfo",
          "p_keytable",
          "sltovlmappingtable",
          "vlarbitrationtable",
          "linearforwardingtable",
          "randomforwardingtable",
          "multicastforwardingtable",
          "sminfo",
          "vendordiag",
          "ledinfo",
          "linkspeedwidthpairstable",
          "classportinfo",
          "portcounters",
          "portcounters_ext",
          "cm");

  /// Fields that tshark 4.0 reads from other bytes; see `decode-differences.txt`.
  private static final Set<String> SLIPS =
      Set.of(
          "ConnectRequest.Primary Flow Label",
          "ConnectRequest.Primary Packet Rate",
          "ConnectRequest.Alternate Flow Label",
          "ConnectRequest.Alternate Packet Rate");

  @TempDir private Path directory;

  @Test
  void everyFieldThatItKnowsAgrees() throws Exception {
    List<Packet> packets = RandomPackets.of(SEED.random());
    Path file = directory.resolve("random.pcap");
    RandomPackets.write(file, packets);
    Map<String, Field> fields = FieldOracles.fields();
    List<Layout> layouts = new ArrayList<>(FieldOracles.management());
    layouts.addAll(FieldOracles.general());
    List<String> names =
        FieldOracles.lines().stream()
            .filter(line -> line.kind().equals("tshark"))
            .filter(line -> line.isOf(layouts))
            .flatMap(line -> line.names().stream())
            .distinct()
            .toList();

    List<Map<String, String>> read = Tshark.fields(file, names);

    assertThat(read).hasSameSizeAs(packets);
    Set<String> compared = new TreeSet<>();
    List<String> differences = new ArrayList<>();
    Set<String> slips = new TreeSet<>();
    for (int n = 0; n < packets.size(); n++) {
      Packet packet = packets.get(n);
      for (Place place : packet.places()) {
        for (Line line : FieldOracles.lines("tshark", place.layout())) {
          if (packet.leavesOut(line.field())) {
            continue;
          }
          Field field = Objects.requireNonNull(fields.get(line.field()));
          List<String> ours = ours(place, field, packet.bytes()).subList(0, shown(line, field));
          List<String> theirs = theirs(line, field, read.get(n));
          if (!ours.equals(theirs) && SLIPS.contains(line.field())) {
            slips.add(line.field());
          } else if (!ours.equals(theirs)) {
            differences.add(
                "%s in frame %d: %s and not %s".formatted(line.field(), n + 1, ours, theirs));
          }
          compared.add(line.field());
        }
      }
    }
    assertThat(differences).as(SEED.toString()).isEmpty();
    assertThat(slips).as(SEED.toString()).isEqualTo(SLIPS);
    assertThat(compared)
        .as("every field that the list gives to tshark was compared")
        .isEqualTo(
            FieldOracles.lines().stream()
                .filter(line -> line.kind().equals("tshark"))
                .filter(line -> line.isOf(layouts))
                .map(Line::field)
                .collect(Collectors.toCollection(TreeSet::new)));
  }

  @Test
  void noneOfItsFieldsIsForgotten() throws Exception {
    Set<String> known =
        FieldOracles.lines().stream()
            .flatMap(line ->
                switch (line.kind()) {
                  case "tshark" -> line.names().stream();
                  case "unused" -> Stream.of(line.what().split(" ", 2)[0]);
                  default -> Stream.of();
                })
            .collect(Collectors.toSet());
    assertThat(
            Tshark.run("tshark", "-G", "fields")
                .lines()
                .map(line -> line.split("\t", -1))
                .filter(columns -> columns[0].equals("F"))
                .map(columns -> columns[2])
                .filter(name -> name.startsWith("infiniband."))
                .filter(name -> OURS.contains(name.split("\\.", -1)[1])))
        .isSubsetOf(known);
  }

  /// Our values, as numbers in hexadecimal or as text.
  private static List<String> ours(Place place, Field field, MemorySegment packet) {
    if (isText(field)) {
      return Described.of(place.layout(), field, packet, place.at()).values();
    }
    return FieldOracles.values(field, packet, place.at()).mapToObj(Long::toHexString).toList();
  }

  /// tshark's values in the same format.
  private static List<String> theirs(Line line, Field field, Map<String, String> read) {
    List<List<String>> columns =
        line.names().stream()
            .map(name -> List.of(Objects.requireNonNull(read.get(name)).split(",", -1)))
            .toList();
    if (isText(field)) {
      // tshark 4.0 displays bytes that it also dissects again for each attempt.
      String text = columns.getFirst().getFirst();
      return List.of(field.form() == Form.GID ? gid(text) : text);
    }
    List<String> values = new ArrayList<>();
    for (int i = 0; i < columns.getFirst().size(); i++) {
      for (List<String> column : columns) {
        values.add(normal(column.get(i)));
      }
    }
    return values;
  }

  /// Some GIDs are bytes in tshark.
  private static String gid(String text) {
    if (!text.matches("[0-9a-f]{32}")) {
      return text;
    }
    MemorySegment grh = MemorySegment.ofArray(HexFormat.of().parseHex("00".repeat(8) + text));
    return Described.of(Grh.LAYOUT, Grh.SGID, grh, 0).values().getFirst();
  }

  private static int shown(Line line, Field field) {
    return isText(field) ? 1 : line.shown(field.count());
  }

  private static boolean isText(Field field) {
    return switch (field.form()) {
      case GID, TEXT, BYTES -> true;
      case DECIMAL, HEX, FLAG, MAC, IPV4 -> false;
    };
  }

  private static String normal(String value) {
    return switch (value) {
      case "True" -> "1";
      case "False" -> "0";
      case "" -> "nothing";
      default ->
          Long.toHexString(
              value.startsWith("0x")
                  ? Long.parseUnsignedLong(value.substring(2), 16)
                  : Long.parseUnsignedLong(value));
    };
  }
}
