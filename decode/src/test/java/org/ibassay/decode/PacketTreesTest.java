package org.ibassay.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.link.Label;
import org.ibassay.link.capture.CaptureReader;
import org.ibassay.link.capture.PcapNgWriter;
import org.ibassay.link.capture.Tap.Direction;
import org.ibassay.wire.mad.MadHeader;
import org.ibassay.wire.mad.Smp;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// A packet as data equals the output of `ibassay decode -V`.
class PacketTreesTest {
  private static final long SEED = Long.getLong("ibassay.seed", System.currentTimeMillis());
  private static final int[] CLASSES = {1, 0x81, 3, 4, 5, 6, 7, 0x21, 0x31, 0xFF};

  @TempDir Path directory = Path.of("");

  @Test
  void treesOfEachKindOfPacket() throws IOException {
    sameAsPrinted(Captured.write(directory.resolve("c.pcapng")));
  }

  @Test
  void treesOfRandomMads() throws IOException {
    Random random = new Random(SEED);
    Path file = directory.resolve("mads.pcapng");
    byte[] bytes = new byte[Smp.BYTES_OF_MAD];
    MemorySegment mad = MemorySegment.ofArray(bytes);
    try (PcapNgWriter out = new PcapNgWriter(file)) {
      for (int i = 0; i < 2000; i++) {
        random.nextBytes(bytes);
        MadHeader.MGMT_CLASS.set(mad, 0, CLASSES[i % CLASSES.length]);
        MadHeader.ATTRIBUTE_ID.set(mad, 0, random.nextInt(0x40));
        out.mad(Direction.SENT, mad, bytes.length, 1, 1, i, Label.NONE);
      }
    }
    sameAsPrinted(file);
  }

  @Test
  void treesOfDamagedPackets() throws IOException {
    Random random = new Random(SEED);
    byte[] whole = Files.readAllBytes(Captured.write(directory.resolve("c.pcapng")));
    for (int n = 0; n < 500; n++) {
      byte[] damaged = whole.clone();
      for (int i = 0; i < 20; i++) {
        damaged[random.nextInt(damaged.length)] = (byte) random.nextInt();
      }
      PacketTrees trees = new PacketTrees();
      try (CaptureReader capture = CaptureReader.of(MemorySegment.ofArray(damaged))) {
        while (capture.next()) {
          assertThat(trees.of(capture).summary()).as("-Dibassay.seed=" + SEED).isNotNull();
        }
      }
    }
  }

  /// Compares except for the layout: blanks, and bytes of which the printer displays only the
  /// first.
  private static void sameAsPrinted(Path file) throws IOException {
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    Out out = new Out(printed);
    TreePrinter printer = new TreePrinter(out);
    Dissector packet = new Dissector();
    PacketTrees trees = new PacketTrees();
    try (CaptureReader capture = CaptureReader.open(file)) {
      while (capture.next()) {
        packet.read(capture);
        printer.write(capture, packet);
        out.flush();
        String text = plain(printed.toString(StandardCharsets.UTF_8));
        printed.reset();
        PacketTree tree = trees.of(capture);
        String as = "packet " + capture.frame() + ", -Dibassay.seed=" + SEED;
        assertThat(text).as(as).contains(plain(tree.summary()));
        assertThat(text).as(as).containsSubsequence(texts(tree.sections()));
      }
    }
  }

  private static List<String> texts(List<PacketSection> sections) {
    return sections.stream()
        .filter(section -> !isRaw(section))
        .flatMap(PacketTreesTest::texts)
        .toList();
  }

  /// The results of checks are followed by their reasons.
  private static Stream<String> texts(PacketSection section) {
    Stream<String> rows = section.rows().stream().map(row -> plain(row.name() + ":" + row.text()));
    return section.name().equals("Packet")
        ? rows
        : Stream.of(rows.collect(Collectors.joining("", plain(section.title()), "")));
  }

  private static boolean isRaw(PacketSection section) {
    return section.rows().size() == 1 && section.rows().getFirst().name().equals(section.name());
  }

  private static String plain(String text) {
    return text.replaceAll("\\s", "");
  }

  @Test
  void saysWhereTheBytesOfAFieldAre() throws IOException {
    Path file = Captured.write(directory.resolve("c.pcapng"));
    PacketTrees trees = new PacketTrees();
    try (CaptureReader capture = CaptureReader.open(file)) {
      while (capture.next()) {
        PacketTree tree = trees.of(capture);
        MemorySegment bytes = MemorySegment.ofArray(HexFormat.of().parseHex(tree.hex()));
        for (PacketSection section : tree.sections()) {
          for (PacketRow row : section.rows()) {
            long bit = section.at() * 8L + row.bit();
            if (row.width() == 8 && bit % 8 == 0 && row.values().getFirst().matches("\\d+")) {
              int value = bytes.get(JAVA_BYTE, bit / 8) & 0xFF;
              assertThat(row.values()).containsExactly(Integer.toString(value));
            }
          }
        }
      }
    }
  }

  @Test
  void aMadStandsAloneAndRecordsAreCounted() throws IOException {
    Path file = Captured.write(directory.resolve("c.pcapng"));
    PacketTrees trees = new PacketTrees();
    try (CaptureReader capture = CaptureReader.open(file)) {
      assertThat(capture.skipTo(6)).isTrue();
      PacketTree tree = trees.of(capture);
      assertThat(tree.isMad()).isTrue();
      assertThat(tree.hex()).hasSize(2 * Smp.BYTES_OF_MAD);
      assertThat(tree.summary())
          .isEqualTo("SubnAdmGetTableResp(PathRecord), RMPP DATA 1 first last");
      assertThat(tree.sections().stream().map(PacketSection::title))
          .startsWith("MADHeader", "RMPPHeader")
          .contains("PathRecord[0]", "PathRecord[1]");
    }
  }
}
