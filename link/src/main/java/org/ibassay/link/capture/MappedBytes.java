package org.ibassay.link.capture;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/// The bytes of a file, mapped into memory in windows; or bytes in memory.
final class MappedBytes extends FileBytes {
  static final long WINDOW = 1L << 26;

  private final @Nullable FileChannel file;
  private final long size;
  private @Nullable Arena arena;

  /// @throws IOException if the file cannot be opened
  MappedBytes(Path path) throws IOException {
    super(MemorySegment.NULL);
    file = FileChannel.open(path);
    size = file.size();
  }

  /// Wraps bytes in memory.
  MappedBytes(MemorySegment whole) {
    super(whole);
    file = null;
    size = whole.byteSize();
  }

  @Override
  long size() {
    return size;
  }

  @Override
  long most() {
    return Long.MAX_VALUE;
  }

  @Override
  void release(long before) {
    // A window is given back as a whole.
  }

  @Override
  boolean move(long at, long length) {
    if (length > size - at || file == null) {
      return false;
    }
    unmap();
    Arena next = Arena.ofShared();
    arena = next;
    try {
      long bytes = Math.min(size - at, Math.max(length, WINDOW));
      window = file.map(FileChannel.MapMode.READ_ONLY, at, bytes, next);
      start = at;
      limit = at + bytes;
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void unmap() {
    window = MemorySegment.NULL;
    start = 0;
    limit = 0;
    if (arena != null) {
      arena.close();
      arena = null;
    }
  }

  @Override
  @Nullable String failure() {
    return null;
  }

  @Override
  public void close() throws IOException {
    unmap();
    if (file != null) {
      file.close();
    }
  }
}
