package org.ibassay.link.capture;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
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

  /// As it is in memory, as it comes byte by byte, and packed.
  private static List<String> read(MemorySegment file) {
    byte[] bytes = file.toArray(JAVA_BYTE);
    List<String> packets = read(CaptureReader.of(file));
    try {
      assertThat(comparable(read(CaptureReader.of(slowly(bytes), () -> {}))))
          .isEqualTo(comparable(packets));
      assertThat(
              comparable(read(CaptureReader.of(new ByteArrayInputStream(packed(bytes)), () -> {}))))
          .isEqualTo(comparable(packets));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return packets;
  }

  /// Without what is told of a block that is longer than one of a stream may be.
  private static List<String> comparable(List<String> packets) {
    return packets.stream()
        .filter(line -> !line.matches(".* in a stream|.* of a block; expected \\d{8,} bytes"))
        .toList();
  }

  private static InputStream slowly(byte[] bytes) {
    return new FilterInputStream(new ByteArrayInputStream(bytes)) {
      @Override
      public int read(byte[] to, int at, int length) throws IOException {
        return super.read(to, at, Math.min(length, 1));
      }

      @Override
      public int available() {
        return 0;
      }
    };
  }

  private static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  private static List<String> read(CaptureReader capture) {
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
      assertThat(capture.fileBytes()).isGreaterThan(2 * MappedBytes.WINDOW);
      for (int i = 0; i < packets; i++) {
        assertThat(capture.next()).isTrue();
        assertThat(capture.nanos()).isEqualTo(1_000_000_000L + i);
        assertThat(capture.packet().get(JAVA_BYTE, 199_999)).isEqualTo((byte) i);
      }
      assertThat(capture.next()).isFalse();
      assertThat(capture.damages()).isEmpty();
    }
  }

  /// What came is told before anything is waited for, and no more is read than the packets have.
  @Test
  void packetsOfAPipeAreThereAtOnce() throws IOException {
    byte[] bytes =
        HandMade.pcap(ByteOrder.BIG_ENDIAN, 0xA1B2C3D4, 1).record(7, 5, FIVE, 5).toBytes();
    List<String> events = new ArrayList<>();
    InputStream pipe =
        new FilterInputStream(new ByteArrayInputStream(bytes)) {
          @Override
          public int read(byte[] to, int at, int length) throws IOException {
            events.add(available() > 0 ? "data" : "end");
            return super.read(to, at, length);
          }
        };
    try (CaptureReader capture = CaptureReader.of(pipe, () -> events.add("wait"))) {
      events.add("packet " + capture.next());
      events.add("packet " + capture.next());
    }
    assertThat(events)
        .containsExactly("wait", "data", "packet true", "wait", "end", "packet false");
  }

  @Test
  void packedFilesAreReadUpToWhereTheyAreDamaged() throws IOException {
    HandMade file = HandMade.pcap(ByteOrder.BIG_ENDIAN, 0xA1B2C3D4, 1);
    Random random = new Random(5);
    for (int i = 0; i < 500; i++) {
      byte[] packet = new byte[200];
      random.nextBytes(packet);
      file.record(i, 0, packet, 200);
    }
    byte[] whole = packed(file.toBytes());
    Path path = directory.resolve("c.pcap.gz");
    Files.write(path, whole);
    assertThat(read(CaptureReader.open(path))).isEqualTo(read(file.segment())).hasSize(500);
    Files.write(path, Arrays.copyOf(whole, whole.length / 2));
    assertThat(read(CaptureReader.open(path)))
        .hasSizeBetween(200, 300)
        .startsWith(read(file.segment()).subList(0, 200).toArray(String[]::new))
        .last(STRING)
        .contains("reading ended: Unexpected end of ZLIB input stream");
    whole[whole.length / 2] ^= 0x55;
    Files.write(path, whole);
    assertThat(read(CaptureReader.open(path))).last(STRING).contains("reading ended: ");
    Files.write(path, Arrays.copyOf(whole, 5));
    assertThatThrownBy(() -> CaptureReader.open(path))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("gzip");
  }

  /// Several packed files one after the other are one, also where no more has come yet.
  @Test
  void membersInARowAreOneFile() throws IOException {
    byte[] bytes = kinds(ByteOrder.LITTLE_ENDIAN).toBytes();
    ByteArrayOutputStream members = new ByteArrayOutputStream();
    for (int from = 0; from < bytes.length; from += 100) {
      members.write(packed(Arrays.copyOfRange(bytes, from, Math.min(bytes.length, from + 100))));
    }
    assertThat(read(CaptureReader.of(slowly(members.toByteArray()), () -> {})))
        .isEqualTo(read(MemorySegment.ofArray(bytes)));
  }

  /// The memory stays as it is however much comes.
  @Test
  void longStreamIsRead() throws IOException {
    byte[] packet = new byte[200_000];
    byte[] record = new HandMade(ByteOrder.BIG_ENDIAN).record(1, 2, packet, 200_000).toBytes();
    byte[] header = HandMade.pcap(ByteOrder.BIG_ENDIAN, 0xA1B23C4D, 1).toBytes();
    int packets = 1000;
    InputStream all =
        new SequenceInputStream(
            Collections.enumeration(
                Stream.concat(Stream.of(header), Stream.generate(() -> record).limit(packets))
                    .map(ByteArrayInputStream::new)
                    .toList()));
    try (CaptureReader capture = CaptureReader.of(all, () -> {})) {
      for (int i = 0; i < packets; i++) {
        assertThat(capture.next()).isTrue();
        assertThat(capture.segment().byteSize()).isLessThan(1 << 20);
      }
      assertThat(capture.next()).isFalse();
      assertThat(capture.damages()).isEmpty();
      assertThat(capture.fileBytes()).isEqualTo(header.length + (long) packets * record.length);
    }
  }

  /// A length that no program writes is not waited for.
  @Test
  void blockOfAStreamHasALimit() throws IOException {
    byte[] bytes = kinds(ByteOrder.LITTLE_ENDIAN).toBytes();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(4, 0x7000_0000);
    try (CaptureReader capture = CaptureReader.of(new ByteArrayInputStream(bytes), () -> {})) {
      while (capture.next()) {
        // to the end
      }
      assertThat(capture.damages().getFirst())
          .hasToString(
              "at byte 4: a block length of 1879048192; expected at most 33554432 in a stream");
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
        .hasMessageContaining("is a directory");
  }
}
