package org.ibassay.link.capture;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.ibassay.link.capture.CaptureReader.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureReaderTest {
  private static final byte[] FIVE = {1, 2, 3, 4, 5};
  private static final byte[] FOUR = {6, 7, 8, 9};

  @TempDir private Path directory;

  static List<ByteOrder> orders() {
    return List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
  }

  private static List<String> read(MemorySegment file) {
    CaptureReader capture = CaptureReader.of(file);
    List<String> packets = new ArrayList<>();
    while (capture.next()) {
      packets.add(
          "%d %s %d %s of %d %s"
              .formatted(
                  capture.frame(),
                  capture.hasTime() ? capture.nanos() : "-",
                  capture.linkType(),
                  Arrays.toString(capture.packet().toArray(JAVA_BYTE)),
                  capture.original(),
                  capture.comment()));
    }
    capture.damages().forEach(damage -> packets.add(damage.toString()));
    return packets;
  }

  @ParameterizedTest
  @MethodSource("orders")
  void readsPcapOfEitherResolution(ByteOrder order) {
    HandMade micro = HandMade.pcap(order, 0xA1B2C3D4, 1);
    micro.record(7, 5, FIVE, 5).record(8, 0, FOUR, 2000);
    assertThat(read(micro.segment()))
        .containsExactly(
            "1 7000005000 1 [1, 2, 3, 4, 5] of 5 null", "2 8000000000 1 [6, 7, 8, 9] of 2000 null");
    assertThat(read(HandMade.pcap(order, 0xA1B23C4D, 247).record(7, 5, FIVE, 5).segment()))
        .containsExactly("1 7000000005 247 [1, 2, 3, 4, 5] of 5 null");
  }

  @ParameterizedTest
  @MethodSource("orders")
  void readsEveryKindOfPacketBlock(ByteOrder order) {
    assertThat(read(kinds(order).segment()))
        .containsExactly(
            "1 1000 1 [1, 2, 3, 4, 5] of 5 null",
            "2 4000000003 197 [6, 7, 8, 9] of 90 step 4\nand more",
            "3 - 1 [1, 2, 3, 4] of 5 null",
            "4 7000 1 [6, 7, 8, 9] of 4 old",
            "5 1000000000 197 [1, 2, 3, 4, 5] of 5 null");
  }

  /// Two interfaces, an unknown block, and each kind of packet block.
  private static HandMade kinds(ByteOrder order) {
    HandMade file = new HandMade(order).section();
    HandMade none = file.body();
    file.interfaceOf(1, 4, none);
    HandMade nanoseconds = file.body().option(9, new byte[] {9});
    nanoseconds.option(14, file.body().i64(4).toBytes()).u32(0);
    file.interfaceOf(197, 0, nanoseconds);
    file.enhanced(0, 1, FIVE, 5, none);
    file.block(0x0BAD, file.body().u32(1));
    HandMade comments = file.body().option(2, new byte[4]).option(1, "step 4");
    file.enhanced(1, 3, FOUR, 90, comments.option(1, "and more").u32(0));
    file.block(3, file.body().u32(5).bytes(new byte[] {1, 2, 3, 4}));
    HandMade old = file.body().u16(0).u16(0xFFFF).u32(0).u32(7).u32(4).u32(4).bytes(FOUR);
    file.block(2, old.option(1, "old"));
    return file.enhanced(1, -3_000_000_000L, FIVE, 5, none);
  }

  @Test
  void sectionsHaveTheirOwnOrderAndInterfaces() {
    HandMade little = new HandMade(ByteOrder.LITTLE_ENDIAN).section();
    little.interfaceOf(1, 0, little.body()).enhanced(0, 1, FOUR, 4, little.body());
    HandMade big = new HandMade(ByteOrder.BIG_ENDIAN).section();
    big.interfaceOf(197, 0, big.body().option(9, new byte[] {(byte) 0x8A}));
    big.enhanced(0, 1024 + 512, FIVE, 5, big.body());
    assertThat(read(little.bytes(big.toBytes()).segment()))
        .containsExactly(
            "1 1000 1 [6, 7, 8, 9] of 4 null", "2 1500000000 197 [1, 2, 3, 4, 5] of 5 null");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 3, 6, 9, 12, 19, 20, 127, 128, 128 + 30, 128 + 63, 128 + 64, 255})
  void anyResolutionOfTimeIsTaken(int resolution) {
    HandMade file = new HandMade(ByteOrder.BIG_ENDIAN).section();
    file.interfaceOf(1, 0, file.body().option(9, new byte[] {(byte) resolution}));
    file.enhanced(0, -1, FOUR, 4, file.body());
    assertThat(read(file.segment())).hasSize(1);
  }

  @Test
  void saysWhatAFileIs() {
    assertThat(CaptureReader.of(MemorySegment.ofArray(new byte[0])).format())
        .isEqualTo(Format.UNKNOWN);
    assertThat(
            CaptureReader.of(MemorySegment.ofArray(new byte[] {60, 104, 116, 109, 108, 62}))
                .format())
        .isEqualTo(Format.UNKNOWN);
    assertThat(CaptureReader.of(kinds(ByteOrder.BIG_ENDIAN).segment()).format())
        .isEqualTo(Format.PCAPNG);
  }

  @ParameterizedTest
  @MethodSource("orders")
  void cutAnywhereItReadsWhatIsWhole(ByteOrder order) {
    HandMade pcap = HandMade.pcap(order, 0xA1B2C3D4, 1).record(7, 5, FIVE, 5);
    for (byte[] whole : List.of(pcap.toBytes(), kinds(order).toBytes())) {
      List<String> all = read(MemorySegment.ofArray(whole));
      for (int length = 4; length < whole.length; length++) {
        List<String> some = read(MemorySegment.ofArray(Arrays.copyOf(whole, length)));
        List<String> packets = some.stream().filter(line -> !line.startsWith("at byte")).toList();
        assertThat(packets).isEqualTo(all.subList(0, packets.size()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("orders")
  void damagedAtAnyByteItReadsOn(ByteOrder order) {
    HandMade pcap = HandMade.pcap(order, 0xA1B2C3D4, 1).record(7, 5, FIVE, 5);
    pcap.record(7, 6, FOUR, 4);
    for (byte[] whole : List.of(pcap.toBytes(), kinds(order).toBytes())) {
      for (int i = 0; i < whole.length; i++) {
        for (int with : new int[] {0, 1, 0x7F, 0x80, 0xFF}) {
          byte[] damaged = whole.clone();
          damaged[i] ^= (byte) with;
          assertThat(read(MemorySegment.ofArray(damaged)).size()).isLessThan(30);
        }
      }
    }
  }

  @Test
  void saysWhereAFileIsCutOff() {
    byte[] pcap =
        HandMade.pcap(ByteOrder.LITTLE_ENDIAN, 0xA1B2C3D4, 1).record(7, 5, FIVE, 5).toBytes();
    assertThat(read(MemorySegment.ofArray(Arrays.copyOf(pcap, 43))))
        .containsExactly("at byte 40: the file ends after 3 bytes of a packet; expected 5 bytes");
    assertThat(read(MemorySegment.ofArray(Arrays.copyOf(pcap, 30))))
        .containsExactly(
            "at byte 24: the file ends after 6 bytes of a packet's header; expected 16 bytes");
  }

  @Test
  void afterADamagedBlockItReadsOn() {
    HandMade file = new HandMade(ByteOrder.LITTLE_ENDIAN).section();
    file.interfaceOf(1, 0, file.body());
    int first = file.toBytes().length;
    file.enhanced(0, 1, FIVE, 5, file.body()).enhanced(0, 2, FOUR, 4, file.body());
    byte[] length = file.toBytes();
    length[first + 5] = 1;
    assertThat(read(MemorySegment.ofArray(length)))
        .containsExactly(
            "1 2000 1 [6, 7, 8, 9] of 4 null",
            "at byte 48: the file ends after 76 bytes of a block; expected 296 bytes");
    byte[] trailer = file.toBytes();
    trailer[first + 36] = 9;
    assertThat(read(MemorySegment.ofArray(trailer)))
        .containsExactly(
            "1 1000 1 [1, 2, 3, 4, 5] of 5 null",
            "2 2000 1 [6, 7, 8, 9] of 4 null",
            "at byte 84: a block length of 9; expected 40 as at the block's start");
  }

  @Test
  void optionLongerThanItsBlockIsADamage() {
    HandMade file = new HandMade(ByteOrder.LITTLE_ENDIAN).section();
    file.interfaceOf(1, 0, file.body());
    file.enhanced(0, 1, FOUR, 4, file.body().option(2, new byte[4]).u16(1).u16(100).u32(0));
    file.enhanced(0, 2, FOUR, 4, file.body().option(1, "fine"));
    assertThat(read(file.segment()))
        .containsExactly(
            "1 1000 1 [6, 7, 8, 9] of 4 null",
            "2 2000 1 [6, 7, 8, 9] of 4 fine",
            "at byte 90: an option of 100 bytes; expected at most 4, as its block has");
  }

  @Test
  void packetOfNoInterfaceIsADamage() {
    HandMade file = new HandMade(ByteOrder.LITTLE_ENDIAN).section();
    file.enhanced(3, 1, FIVE, 5, file.body());
    assertThat(read(file.segment()))
        .containsExactly(
            "at byte 36: a packet of interface 3; expected one of the 0 that the section"
                + " describes");
  }

  @Test
  void manyDamagesAreCountedAndFewKept() {
    HandMade file = new HandMade(ByteOrder.LITTLE_ENDIAN).section();
    for (int i = 0; i < 100; i++) {
      file.enhanced(3, 1, FIVE, 5, file.body());
    }
    CaptureReader capture = CaptureReader.of(file.segment());
    assertThat(capture.next()).isFalse();
    assertThat(capture.damageCount()).isEqualTo(100);
    assertThat(capture.damages()).hasSize(16);
  }

  /// The window into the file moves several times, over packets and over a hole.
  @Test
  void fileLargerThanTheWindowIsRead() throws IOException {
    Path file = directory.resolve("large.pcap");
    byte[] packet = new byte[200_000];
    int packets = 700;
    try (OutputStream out = Files.newOutputStream(file)) {
      out.write(HandMade.pcap(ByteOrder.BIG_ENDIAN, 0xA1B23C4D, 1).toBytes());
      for (int i = 0; i < packets; i++) {
        packet[199_999] = (byte) i;
        out.write(new HandMade(ByteOrder.BIG_ENDIAN).record(1, i, packet, 200_000).toBytes());
      }
    }
    try (CaptureReader capture = CaptureReader.open(file)) {
      assertThat(capture.fileBytes()).isGreaterThan(2 * FileBytes.WINDOW);
      for (int i = 0; i < packets; i++) {
        assertThat(capture.next()).isTrue();
        assertThat(capture.nanos()).isEqualTo(1_000_000_000L + i);
        assertThat(capture.packet().get(JAVA_BYTE, 199_999)).isEqualTo((byte) i);
      }
      assertThat(capture.next()).isFalse();
      assertThat(capture.damages()).isEmpty();
    }
  }

  @Test
  void skipsToAPacketByNumber() {
    CaptureReader capture = CaptureReader.of(kinds(ByteOrder.BIG_ENDIAN).segment());
    assertThat(capture.skipTo(2)).isTrue();
    assertThat(capture.comment()).startsWith("step 4");
    assertThat(capture.skipTo(2)).isTrue();
    assertThat(capture.skipTo(1)).isFalse();
    assertThat(capture.skipTo(6)).isFalse();
  }

  @Test
  void missingFileAndFolderAreRefused() {
    assertThatThrownBy(() -> CaptureReader.open(directory.resolve("none")))
        .isInstanceOf(IOException.class);
    assertThatThrownBy(() -> CaptureReader.open(directory))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("not a regular file");
  }
}
