package org.ibassay.link.capture;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/// Decompresses gzip files (RFC 1952), including several members in a row.
final class Gzip {
  private static final int BUFFER = 1 << 16;
  private static final int FIRST = 0x1F;
  private static final int SECOND = 0x8B;

  private Gzip() {}

  /// Whether a file starts like a gzip file.
  ///
  /// @throws IOException if it cannot be read
  static boolean isPacked(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.read() == FIRST && in.read() == SECOND;
    }
  }

  /// Returns the bytes, decompressed if they are a gzip file.
  ///
  /// @throws IOException if they cannot be read, or start like a gzip file and are not
  static InputStream unpacked(InputStream from) throws IOException {
    LookAheadStream bytes = new LookAheadStream(from);
    int first = bytes.read();
    int second = first == FIRST ? bytes.read() : -1;
    if (second >= 0) {
      bytes.unread(second);
    }
    if (first >= 0) {
      bytes.unread(first);
    }
    return second == SECOND ? unpack(bytes) : bytes;
  }

  private static InputStream unpack(InputStream packed) throws IOException {
    try {
      return new GZIPInputStream(packed, BUFFER);
    } catch (EOFException e) {
      throw new IOException("the header of gzip is cut off", e);
    }
  }

  /// Waits for data in available(): GZIPInputStream calls it after each member to find the next
  /// one, but a pipe returns 0 while no data has arrived yet.
  private static final class LookAheadStream extends PushbackInputStream {
    LookAheadStream(InputStream from) {
      super(from, 2);
    }

    @Override
    public int available() throws IOException {
      int next = read();
      if (next < 0) {
        return 0;
      }
      unread(next);
      return 1;
    }
  }
}
