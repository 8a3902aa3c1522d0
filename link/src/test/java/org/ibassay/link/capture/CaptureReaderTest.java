package org.ibassay.link.capture;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.ibassay.link.capture.ReadCaptures.FIVE;
import static org.ibassay.link.capture.ReadCaptures.FOUR;
import static org.ibassay.link.capture.ReadCaptures.kinds;
import static org.ibassay.link.capture.ReadCaptures.read;

import java.io.IOException;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import org.ibassay.link.capture.CaptureReader.Format;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class CaptureReaderTest {
  @TempDir private Path directory;

  @ParameterizedTest
  @MethodSource("org.ibassay.link.capture.ReadCaptures#orders")
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
  @MethodSource("org.ibassay.link.capture.ReadCaptures#orders")
  void readsEveryKindOfPacketBlock(ByteOrder order) {
    assertThat(read(kinds(order).segment()))
        .containsExactly(
            "1 1000 1 [1, 2, 3, 4, 5] of 5 null",
            "2 4000000003 197 [6, 7, 8, 9] of 90 step 4\nand more",
            "3 - 1 [1, 2, 3, 4] of 5 null",
            "4 7000 1 [6, 7, 8, 9] of 4 old",
            "5 1000000000 197 [1, 2, 3, 4, 5] of 5 null");
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
