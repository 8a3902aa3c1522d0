package org.ibassay.link.capture;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.MemorySegment;
import org.jspecify.annotations.Nullable;

/// Bytes that can only be read once, as from a pipe or a decompressor. Bytes are kept until they
/// are released; no more is read than requested or delivered with it.
final class StreamedBytes extends FileBytes {
  /// More than any program's block; a damaged length does not fill the memory.
  private static final int MOST = 1 << 26;

  private static final int AT_FIRST = 1 << 16;

  private final InputStream from;
  private final Runnable beforeReading;
  private byte[] buffer = new byte[AT_FIRST];
  private long released;
  private boolean isEnd;
  private @Nullable String failure;

  /// @param beforeReading called whenever more data may take long to arrive
  StreamedBytes(InputStream from, Runnable beforeReading) {
    super(MemorySegment.NULL);
    this.from = from;
    this.beforeReading = beforeReading;
    window = MemorySegment.ofArray(buffer);
    limit = 0;
  }

  @Override
  long size() {
    return limit;
  }

  @Override
  long most() {
    return MOST;
  }

  @Override
  void release(long before) {
    released = before;
  }

  @Override
  boolean move(long at, long length) {
    if (at < start || at + length - released > MOST) {
      throw new IllegalArgumentException(length + " bytes from " + at + ", kept from " + released);
    }
    while (limit < at + length && !isEnd) {
      makeRoom(at + length);
      read();
    }
    return limit >= at + length;
  }

  /// Makes room by dropping the bytes that were released.
  private void makeRoom(long to) {
    int used = (int) (limit - start);
    if (used < buffer.length && to - start <= buffer.length) {
      return;
    }
    int gone = (int) (Math.min(released, limit) - start);
    long needed = to - start - gone;
    byte[] before = buffer;
    if (needed > buffer.length) {
      buffer = new byte[(int) Math.min(MOST, Math.max(needed, 2L * buffer.length))];
      window = MemorySegment.ofArray(buffer);
    }
    System.arraycopy(before, gone, buffer, 0, used - gone);
    start += gone;
  }

  private void read() {
    beforeReading.run();
    int used = (int) (limit - start);
    try {
      int count = from.read(buffer, used, buffer.length - used);
      isEnd = count < 0;
      limit += Math.max(count, 0);
    } catch (IOException e) {
      isEnd = true;
      failure = String.valueOf(e.getMessage());
    }
  }

  @Override
  @Nullable String failure() {
    return failure;
  }

  @Override
  public void close() throws IOException {
    from.close();
  }
}
