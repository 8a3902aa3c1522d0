package org.ibassay.link.capture;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.Closeable;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The bytes of a file, of which a window is mapped into memory: so a file may be larger than
/// memory, and what was read is given back.
///
/// Reads are valid only within what [#map] was last asked for.
final class FileBytes implements Closeable {
  static final long WINDOW = 1L << 26;

  // Constants, as only they compile to a load; bytes are swapped afterwards where need be.
  private static final ValueLayout.OfShort SHORT =
      ValueLayout.JAVA_SHORT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfInt INT =
      ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
  private static final ValueLayout.OfLong LONG =
      ValueLayout.JAVA_LONG_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);

  private final @Nullable FileChannel file;
  private final long size;
  private @Nullable Arena arena;
  private MemorySegment window;
  private long start;
  private boolean bigEndian;

  /// @throws IOException when the file cannot be opened
  FileBytes(Path path) throws IOException {
    file = FileChannel.open(path);
    size = file.size();
    window = MemorySegment.NULL;
  }

  /// Of bytes that are in memory already.
  FileBytes(MemorySegment whole) {
    file = null;
    size = whole.byteSize();
    window = whole;
  }

  long size() {
    return size;
  }

  /// Multi-byte values are big-endian from now on, or little-endian.
  void order(boolean big) {
    bigEndian = big;
  }

  boolean isBigEndian() {
    return bigEndian;
  }

  /// Makes the bytes readable.
  ///
  /// @return whether the file has so many
  boolean map(long at, long length) {
    if (length > size - at) {
      return false;
    }
    if (at < start || at + length > start + window.byteSize()) {
      move(at, Math.min(size - at, Math.max(length, WINDOW)));
    }
    return true;
  }

  /// What holds the bytes that are mapped.
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

  private void move(long at, long length) {
    if (file == null) {
      throw new IllegalStateException("all bytes are in memory");
    }
    unmap();
    Arena next = Arena.ofShared();
    arena = next;
    try {
      window = file.map(FileChannel.MapMode.READ_ONLY, at, length, next);
      start = at;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void unmap() {
    window = MemorySegment.NULL;
    start = 0;
    if (arena != null) {
      arena.close();
      arena = null;
    }
  }

  @Override
  public void close() throws IOException {
    unmap();
    if (file != null) {
      file.close();
    }
  }
}
