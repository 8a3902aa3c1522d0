package org.ibassay.link.capture;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// The bytes of a capture, of which a window is in memory: so it may be larger than memory, and
/// what was read is given back.
///
/// Reads are valid only within what [#map] was last asked for.
abstract sealed class FileBytes implements Closeable permits MappedBytes, StreamedBytes {
  // Constants, as only they compile to a load; bytes are swapped afterwards where need be.
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The memory of the mapped bytes.
  MemorySegment window;

  /// Where in the capture the window starts.
  long start;

  /// After the last byte of the capture that is in the window.
  long limit;

  private boolean bigEndian;

  FileBytes(MemorySegment window) {
    this.window = window;
    this.limit = window.byteSize();
  }

  /// How many bytes there are, as far as that is known: all of them once [#map] said that there are
  /// no more.
  abstract long size();

  /// The most bytes that [#map] can be asked for.
  abstract long most();

  /// Says that nothing before that byte will be asked for any more.
  abstract void release(long before);

  /// Makes bytes readable that are not.
  abstract boolean move(long at, long length);

  /// Why no more bytes were received, where that is not their end.
  abstract @Nullable String failure();

  @Override
  public abstract void close() throws IOException;

  /// Multi-byte values are big-endian from now on, or little-endian.
  void order(boolean big) {
    bigEndian = big;
  }

  boolean isBigEndian() {
    return bigEndian;
  }

  /// Makes the bytes readable.
  ///
  /// @return whether there are so many
  boolean map(long at, long length) {
    return (at >= start && at + length <= limit) || move(at, length);
  }

  MemorySegment window() {
    return window;
  }

  /// Where in [#window] a byte of the file lies.
  long inWindow(long at) {
    return at - start;
  }

  int u8(long at) {
    return window.get(JAVA_BYTE, at - start) & 0xFF;
  }

  int u16(long at) {
    short value = window.get(SHORT, at - start);
    return (bigEndian ? Short.reverseBytes(value) : value) & 0xFFFF;
  }

  long u32(long at) {
    int value = window.get(INT, at - start);
    return (bigEndian ? Integer.reverseBytes(value) : value) & 0xFFFF_FFFFL;
  }

  long i64(long at) {
    long value = window.get(LONG, at - start);
    return bigEndian ? Long.reverseBytes(value) : value;
  }
}
