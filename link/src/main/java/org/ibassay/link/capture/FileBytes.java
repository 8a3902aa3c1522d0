package org.ibassay.link.capture;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.Closeable;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/// The bytes of a capture, accessed through a window in memory, so that the capture may be larger
/// than memory.
///
/// Reads are valid only within the range of the last [#map].
abstract sealed class FileBytes implements Closeable permits MappedBytes, StreamedBytes {
  // Constants, so that reads compile to loads; bytes are swapped after the load if necessary.
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  /// The memory of the mapped bytes.
  MemorySegment window;

  /// Offset of the window in the capture.
  long start;

  /// Offset of the end of the window in the capture.
  long limit;

  private boolean bigEndian;

  FileBytes(MemorySegment window) {
    this.window = window;
    this.limit = window.byteSize();
  }

  /// The number of bytes, as far as known: final once [#map] has returned false.
  abstract long size();

  /// The longest range that [#map] accepts.
  abstract long most();

  /// Allows the bytes before an offset to be dropped.
  abstract void release(long before);

  /// Moves the window to bytes outside of it.
  abstract boolean move(long at, long length);

  /// Why reading failed, if it did not simply reach the end.
  abstract @Nullable String failure();

  @Override
  public abstract void close() throws IOException;

  /// Sets the byte order of multi-byte values.
  void order(boolean big) {
    bigEndian = big;
  }

  boolean isBigEndian() {
    return bigEndian;
  }

  /// Makes bytes readable.
  ///
  /// @return whether that many bytes exist
  boolean map(long at, long length) {
    return (at >= start && at + length <= limit) || move(at, length);
  }

  MemorySegment window() {
    return window;
  }

  /// Converts an offset in the file to one in [#window].
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
