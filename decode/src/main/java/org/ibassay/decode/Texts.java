package org.ibassay.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.nio.charset.StandardCharsets;
import org.ibassay.link.capture.CaptureReader;

/// Writes texts from packets and comments, so that they disturb neither a terminal nor a reader of
/// JSON. What is plain, as nearly all of it, is copied; the rest costs objects.
final class Texts {
  /// An escape has most characters.
  static final int MOST_A_BYTE = 6;

  private Texts() {}

  /// Writes a text that ends before the first zero byte.
  ///
  /// @param most how many bytes it has at most
  /// @param json whether for JSON, without the quotes round it
  /// @return where the next character goes
  static int write(byte[] to, int at, byte[] in, int from, int most, boolean json) {
    for (int i = 0; i < most; i++) {
      byte one = in[from + i];
      if (one == 0) {
        return at + i;
      }
      if (!isPlain(one)) {
        return escaped(to, at, in, from, most, json);
      }
      to[at + i] = one;
    }
    return at + most;
  }

  private static int escaped(byte[] to, int at, byte[] in, int from, int most, boolean json) {
    int end = from;
    while (end < from + most && in[end] != 0) {
      end++;
    }
    byte[] text = escaped(new String(in, from, end - from, StandardCharsets.UTF_8), json);
    System.arraycopy(text, 0, to, at, text.length);
    return at + text.length;
  }

  /// Whether a byte is a character that stands for itself everywhere.
  static boolean isPlain(byte one) {
    return one >= ' ' && one != '"' && one != '\\' && one != 0x7F;
  }

  /// Whether a packet has one comment, and one that is written as it stands, everywhere.
  static boolean isPlainComment(CaptureReader capture) {
    long from = capture.commentOffset();
    if (from < 0) {
      return false;
    }
    for (long at = from; at < from + capture.commentBytes(); at++) {
      if (!isPlain(capture.segment().get(JAVA_BYTE, at))) {
        return false;
      }
    }
    return true;
  }

  static byte[] escaped(String text, boolean json) {
    StringBuilder escaped = new StringBuilder();
    text.codePoints()
        .forEach(c -> {
          if (Character.isISOControl(c)) {
            escaped.append("\\u%04x".formatted(c));
          } else {
            escaped.append(json && (c == '"' || c == '\\') ? "\\" : "").appendCodePoint(c);
          }
        });
    return Digits.utf8(escaped.toString());
  }
}
