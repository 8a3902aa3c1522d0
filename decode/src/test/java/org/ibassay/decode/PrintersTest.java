package org.ibassay.decode;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.ibassay.link.Label;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.Described;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;
import org.ibassay.wire.attribute.Attribute;
import org.ibassay.wire.bm.BmAttributes;
import org.ibassay.wire.cc.CcAttributes;
import org.ibassay.wire.cc.CongestionLog;
import org.ibassay.wire.cm.CmAttributes;
import org.ibassay.wire.dm.DmAttributes;
import org.ibassay.wire.mad.GmpAttribute;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.pm.PmAttributes;
import org.ibassay.wire.sa.SaAttribute;
import org.ibassay.wire.sa.SaAttributes;
import org.ibassay.wire.snmp.SnmpAttributes;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PrintersTest {
  private static final long SEED = Long.getLong("ibassay.seed", System.currentTimeMillis());

  @TempDir Path directory = Path.of("");

  static List<Layout> layouts() {
    return Stream.of(
            Stream.of(Header.values()).map(Header::layout),
            Attribute.all().stream().map(Attribute::layout),
            SaAttributes.all().stream().map(SaAttribute::layout),
            Stream.of(
                    PmAttributes.all(),
                    CmAttributes.all(),
                    CcAttributes.all(),
                    DmAttributes.all(),
                    BmAttributes.all(),
                    SnmpAttributes.all())
                .flatMap(List::stream)
                .map(GmpAttribute::layout)
                .filter(layout -> layout.bytes() > 0),
            Stream.of(CongestionLog.CA))
        .flatMap(same -> same)
        .toList();
  }

  /// Compares with texts created in the slow way, for random bytes of any length.
  @ParameterizedTest
  @MethodSource("layouts")
  void treeIsThatOfTheTables(Layout layout) {
    Random random = new Random(SEED);
    for (int n = 0; n < 50; n++) {
      byte[] bytes = new byte[n == 0 ? random.nextInt(layout.bytes()) : layout.bytes()];
      random.nextBytes(bytes);
      if (n % 3 == 0) {
        Arrays.fill(bytes, bytes.length / 3, bytes.length / 3 * 2, (byte) 0);
      }
      MemorySegment in = MemorySegment.ofArray(bytes);
      ByteArrayOutputStream text = new ByteArrayOutputStream();
      Out out = new Out(text);
      byte[] more = Arrays.copyOf(bytes, bytes.length + Digits.SLACK);
      Section.of(layout).tree(bytes.length).write(out, more, 0);
      out.flush();
      assertThat(plain(text.toString(StandardCharsets.UTF_8), layout))
          .as("-Dibassay.seed=" + SEED)
          .isEqualTo(plain(Described.of(layout, in, 0), layout));
    }
  }

  /// A provider's switch inserts a tag before an existing one.
  @Test
  void everyVlanTagIsShown() throws Exception {
    byte[] frame = new byte[60];
    ByteBuffer.wrap(frame)
        .position(12)
        .putShort((short) 0x88A8)
        .putShort((short) 200)
        .putShort((short) 0x9100)
        .putShort((short) 300)
        .putShort((short) 0x8100)
        .putShort((short) 7);
    Path file = directory.resolve("tags.pcapng");
    try (PcapNgWriter out = new PcapNgWriter(file)) {
      MemorySegment packet = MemorySegment.ofArray(frame);
      out.packet(Direction.SENT, LinkType.ETHERNET, packet, 60, 0, Label.of("T1 step 3"));
    }
    assertThat(Captured.decoded(file, Decoder.Style.TREES, Filter.parse("VLAN.VID == 200")))
        .containsSubsequence("VLAN[0]", "VID: 200", "VLAN[1]", "VID: 300", "VLAN[2]", "VID: 7");
    assertThat(Captured.decoded(file, Decoder.Style.JSON, Filter.ALL))
        .containsOnlyOnce("\"VLAN\":[{")
        .containsSubsequence("\"VID\":200", "\"VID\":300", "\"VID\":7");
  }

  /// Removes differences of layout: wrapped lines, and parts that are not flags.
  private static List<String> plain(String tree, Layout layout) {
    List<String> lines = new ArrayList<>();
    for (String line : tree.split("\n", -1)) {
      if (line.startsWith("        ")) {
        lines.add(lines.removeLast() + line);
      } else if (!line.isEmpty()) {
        lines.add(line);
      }
    }
    return lines.stream()
        .map(line ->
            hasOnlyFlags(layout, line.strip().split(":", 2)[0]) ? line : line.split(" \\(", 2)[0])
        .map(line -> line.replaceAll("\\s", ""))
        .toList();
  }

  private static boolean hasOnlyFlags(Layout layout, String name) {
    return layout
        .field(name)
        .map(field -> layout.partsOf(field).stream().allMatch(part -> part.form() == Form.FLAG))
        .orElse(true);
  }

  private static List<String> plain(Described described, Layout layout) {
    return described.parts().stream()
        .map(part -> {
          boolean flags = hasOnlyFlags(layout, part.name());
          String text = flags ? part.text() : String.join(" ", part.values());
          return (part.name() + ":" + text).replaceAll("\\s", "");
        })
        .toList();
  }

  @Test
  void linesAreThese() throws Exception {
    Path file = Captured.write(directory.resolve("c.pcapng"));
    assertThat(
            Captured.decoded(file, Decoder.Style.LINES, Filter.ALL)
                .lines()
                .map(line -> line.replaceAll("ICRC 0x01\\w{6}, computed 0x\\w{8};", "ICRC;")))
        .containsExactly(
            "     1    0.000000  path 0,1,3  SubnGet(PortInfo) mod 0x1",
            "     2    0.000001  path 0,1,3  SubnGetResp(PortInfo) mod 0x1",
            "     3    0.000003  192.0.2.1 > 192.0.2.2  RC_RDMA_WRITE_ONLY QP 0x000000 PSN 5 A,"
                + " DMALen 0, 301 bytes",
            "     4    0.000004  2001:db8::2 > 2001:db8::1  RC_ACK QP 0x000000 PSN 5, ACK, MSN 1",
            "     5    0.000006  ARP who has 192.0.2.2? tell 192.0.2.1",
            "     6    0.000007  0x0003 > 0x0000  SubnAdmGetTableResp(PathRecord),"
                + " RMPP DATA 1 first last",
            "     7    0.000009  0x0001 > 0x0002  UC_SEND_ONLY QP 0x000000 PSN 0, 8 bytes;"
                + " bytes 28-31: ICRC; 1 more");
  }

  @Test
  void treesHaveAllAndFitTheScreen() throws Exception {
    Path file = Captured.write(directory.resolve("c.pcapng"));
    String trees = Captured.decoded(file, Decoder.Style.TREES, Filter.ALL);
    assertThat(trees)
        .contains("  Time: 2023-11-14T22:13:20.000001500Z\n", "  Comment: T1 step 3\n")
        .contains("  ERF\n    Timestamp: 0x6553f100", "    Type: 21\n", "    RecordLength: 306\n")
        .contains("    CapabilityMask: 0x00000002 (IsSM)\n", "    HopCount: 2\n")
        .contains("  PathRecord[0]\n", "  PathRecord[1]\n", "    DLID: 0x0022\n")
        .contains("    Source Address: 2001:db8::2\n", "    Operation: RC Acknowledge\n")
        .contains("  Payload: 301 bytes\n", "    and 173 more\n")
        .containsPattern(
            "  ICRC: 0x01\\w{6} \\(wrong, computed 0x\\w{8}\\)\n    covers: bytes 0-27\n")
        .contains("    as ones: LRH VL (byte 0), BTH Resv8a (byte 12)\n");
    assertThat(trees.lines().filter(line -> line.length() > 80 && line.startsWith(" "))).isEmpty();
  }

  @Test
  void jsonHasALineAPacket() throws Exception {
    Path file = Captured.write(directory.resolve("c.pcapng"));
    List<String> json = Captured.decoded(file, Decoder.Style.JSON, Filter.ALL).lines().toList();
    assertThat(json).hasSize(7);
    assertThat(json.get(1))
        .startsWith("{\"frame\":2,\"time\":\"2023-11-14T22:13:20.000003000Z\",\"captured\":290,")
        .contains("\"comment\":\"T1 step 3\"", "\"LID\":\"0x0007\"", "\"IsSM\":1")
        .contains("\"ICRC\":{\"found\":\"0x", "\"right\":true}");
    assertThat(json.get(5)).contains("\"PathRecord\":[{\"ServiceID\":", "},{\"ServiceID\":");
    assertThat(json.get(6))
        .contains("\"right\":false,\"from\":0,\"to\":28,\"afterOnes\":false,\"asOnes\":[\"LRH VL")
        .contains("\"findings\":[\"bytes 28-31: ICRC");
  }
}
