package org.ibassay.link.capture;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;

/// Unpacks what gzip packed (RFC 1952), also several members in a row.
final class Gzip {
  private static final int BUFFER = 1 << 16;
  private static final int FIRST = 0x1F;
  private static final int SECOND = 0x8B;

  private Gzip() {}

  /// Whether a file begins as gzip's do.
  ///
  /// @throws IOException when it cannot be read
  static boolean isPacked(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return in.read() == FIRST && in.read() == SECOND;
    }
  }

  /// The bytes as they were before they were packed, if they were.
  ///
  /// @throws IOException when they cannot be read, or begin like packed ones and are not
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

  /// Knows whether anything comes: GZIPInputStream asks for that behind each member, and a pipe
  /// says no as long as nothing has come yet.
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
