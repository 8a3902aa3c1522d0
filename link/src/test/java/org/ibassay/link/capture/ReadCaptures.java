package org.ibassay.link.capture;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;

/// Hand-made captures, and what is read of them, line by line.
final class ReadCaptures {
  static final byte[] FIVE = {1, 2, 3, 4, 5};

  static final byte[] FOUR = {6, 7, 8, 9};

  private ReadCaptures() {}

  static List<ByteOrder> orders() {
    return List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN);
  }

  /// Reads a file from memory, byte by byte, and compressed.
  static List<String> read(MemorySegment file) {
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

  static List<String> read(CaptureReader capture) {
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

  /// Removes messages about a block that is too long for a stream.
  static List<String> comparable(List<String> packets) {
    return packets.stream()
        .filter(line -> !line.matches(".* in a stream|.* of a block; expected \\d{8,} bytes"))
        .toList();
  }

  static InputStream slowly(byte[] bytes) {
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

  static byte[] packed(byte[] bytes) throws IOException {
    ByteArrayOutputStream packed = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(packed)) {
      out.write(bytes);
    }
    return packed.toByteArray();
  }

  /// Two interfaces, an unknown block, and each kind of packet block.
  static HandMade kinds(ByteOrder order) {
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
}
