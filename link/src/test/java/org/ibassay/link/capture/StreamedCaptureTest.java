package org.ibassay.link.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.ibassay.link.capture.ReadCaptures.FIVE;
import static org.ibassay.link.capture.ReadCaptures.kinds;
import static org.ibassay.link.capture.ReadCaptures.packed;
import static org.ibassay.link.capture.ReadCaptures.read;
import static org.ibassay.link.capture.ReadCaptures.slowly;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// [CaptureReader] with pipes and compressed files.
class StreamedCaptureTest {
  @TempDir private Path directory;

  /// Packets received are reported before more data is awaited, and no more is read than they need.
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

  /// Several concatenated compressed files count as one, also while no more data is available.
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

  /// Memory does not grow with the length of the stream.
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

  /// A length that no program writes is an error; the reader does not wait for so much data.
  @Test
  void blockOfAStreamHasALimit() throws IOException {
    byte[] bytes = kinds(ByteOrder.LITTLE_ENDIAN).toBytes();
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(4, 0x7000_0000);
    try (CaptureReader capture = CaptureReader.of(new ByteArrayInputStream(bytes), () -> {})) {
      while (capture.next()) {
        // reads to the end
      }
      assertThat(capture.damages().getFirst())
          .hasToString(
              "at byte 4: a block length of 1879048192; expected at most 33554432 in a stream");
    }
  }
}
