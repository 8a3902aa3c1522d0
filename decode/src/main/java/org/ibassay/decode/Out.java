package org.ibassay.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.foreign.MemorySegment;

/// Text on its way out, in UTF-8, in one buffer that is used over and over.
///
/// Every method throws an [UncheckedIOException] when what the buffer holds cannot be written.
public final class Out {
  private static final int BYTES = 1 << 16;

  /// No number, address or run of spaces is longer.
  private static final int ROOM = 64;

  /// Bytes are written as hexadecimal digits so many at a time.
  private static final int HEX_BYTES = 1 << 12;

  private static final byte[] BLANKS = Digits.utf8(" ".repeat(ROOM));

  private final OutputStream to;
  private final byte[] bytes = new byte[BYTES + Digits.SLACK];
  private int at;
  private int lineStart;

  /// @param to takes the text, some of it only on [#flush]
  public Out(OutputStream to) {
    this.to = to;
  }

  /// Makes room, for those who write into [#bytes] themselves and then say [#end].
  ///
  /// @param count of bytes, at most 65,536; as many as [Digits#SLACK] more may be changed
  /// @return where the first one goes
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

  /// How many bytes the line has so far, since [#line] or [#startLine] began it.
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

  /// Counts columns from here on.
  Out startLine() {
    lineStart = at;
    return this;
  }

  /// At most 64.
  Out spaces(int count) {
    return put(BLANKS, 0, count);
  }

  /// An unsigned number.
  Out decimal(long value) {
    at = Digits.decimal(bytes, room(ROOM), value);
    return this;
  }

  /// An unsigned number, filled up from the left to that many characters.
  Out decimal(long value, int width, char fill) {
    at = Digits.filled(bytes, room(ROOM), value, width, fill);
    return this;
  }

  /// The low digits of a number, without a prefix.
  Out hex(long value, int count) {
    at = Digits.hex(bytes, room(ROOM), value, count);
    return this;
  }

  /// The last digits of a number, as many as it has.
  Out shortHex(long value) {
    int bits = Long.SIZE - Long.numberOfLeadingZeros(value | 1);
    return put('0').put('x').hex(value, (bits + 3) / 4);
  }

  /// Bytes, two digits each.
  ///
  /// @param in has [Digits#SLACK] more after them
  Out hex(byte[] in, int from, int count) {
    for (int i = 0; i < count; i += HEX_BYTES) {
      int some = Math.min(HEX_BYTES, count - i);
      at = Digits.hex(bytes, room(2 * some), in, from + i, some);
    }
    return this;
  }

  /// As a text of JSON, in quotes.
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

  /// Hands over everything.
  public void flush() {
    write();
    try {
      to.flush();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
