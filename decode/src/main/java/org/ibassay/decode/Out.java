package org.ibassay.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;

/// Text output in UTF-8, with one reused buffer.
///
/// Every method throws an [UncheckedIOException] if the buffer cannot be written.
public final class Out {
  private static final int BYTES = 1 << 16;

  /// The maximum length of a number, an address or a run of spaces.
  private static final int ROOM = 64;

  /// The number of bytes that are written as hexadecimal digits at a time.
  private static final int HEX_BYTES = 1 << 12;

  private static final byte[] BLANKS = Digits.utf8(" ".repeat(ROOM));

  private final OutputStream to;
  private final byte[] bytes = new byte[BYTES + Digits.SLACK];
  private int at;
  private int lineStart;

  /// @param to receives the text, some of it only on [#flush]
  public Out(OutputStream to) {
    this.to = to;
  }

  /// Reserves space for callers that write to [#bytes] and then call [#end].
  ///
  /// @param count number of bytes, at most 65,536; up to [Digits#SLACK] more may be changed
  /// @return offset of the first one
  int room(int count) {
    if (BYTES - at < count) {
      write();
    }
    return at;
  }

  byte[] bytes() {
    return bytes;
  }

  /// Sets the end of the written bytes.
  void end(int next) {
    at = next;
  }

  /// The number of bytes in the line since [#line] or [#startLine].
  int column() {
    return at - lineStart;
  }

  Out put(char one) {
    room(1);
    bytes[at++] = (byte) one;
    return this;
  }

  Out put(byte[] text) {
    return put(text, 0, text.length);
  }

  Out put(byte[] text, int from, int length) {
    if (length > BYTES) {
      put(text, from, BYTES);
      return put(text, from + BYTES, length - BYTES);
    }
    room(length);
    System.arraycopy(text, from, bytes, at, length);
    at += length;
    return this;
  }

  Out put(MemorySegment in, long from, int length) {
    for (int i = 0; i < length; i += BYTES) {
      int some = Math.min(BYTES, length - i);
      MemorySegment.copy(in, JAVA_BYTE, from + i, bytes, room(some), some);
      at += some;
    }
    return this;
  }

  Out put(String text) {
    return put(Digits.utf8(text));
  }

  Out line() {
    return put('\n').startLine();
  }

  /// Starts counting columns.
  Out startLine() {
    lineStart = at;
    return this;
  }

  /// Writes up to 64 spaces.
  Out spaces(int count) {
    return put(BLANKS, 0, count);
  }

  /// Writes an unsigned number.
  Out decimal(long value) {
    at = Digits.decimal(bytes, room(ROOM), value);
    return this;
  }

  /// Writes an unsigned number, padded on the left to that many characters.
  Out decimal(long value, int width, char fill) {
    at = Digits.filled(bytes, room(ROOM), value, width, fill);
    return this;
  }

  /// Writes the low digits of a number, without a prefix.
  Out hex(long value, int count) {
    at = Digits.hex(bytes, room(ROOM), value, count);
    return this;
  }

  /// Writes the digits of a number without leading zeros.
  Out shortHex(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    return put('0').put('x').hex(value, (bits + 3) / 4);
  }

  /// Writes bytes, two digits each.
  ///
  /// @param in has [Digits#SLACK] more bytes after them
  Out hex(byte[] in, int from, int count) {
    for (int i = 0; i < count; i += HEX_BYTES) {
      int some = Math.min(HEX_BYTES, count - i);
      at = Digits.hex(bytes, room(2 * some), in, from + i, some);
    }
    return this;
  }

  /// Writes a JSON string, in quotes.
  Out json(String text) {
    return put('"').put(Texts.escaped(text, true)).put('"');
  }

  private void write() {
    try {
      to.write(bytes, 0, at);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    lineStart -= at;
    at = 0;
  }

  /// Writes the whole buffer.
  public void flush() {
    write();
    try {
      to.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
