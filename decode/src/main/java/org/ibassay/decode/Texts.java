package org.ibassay.decode;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.nio.charset.StandardCharsets;
import org.ibassay.link.capture.CaptureReader;

/// Writes texts from packets and comments, safe for a terminal and for JSON. Plain text, which is
/// nearly all, is copied; other text allocates objects.
final class Texts {
  /// The length of the longest escape sequence.
  static final int MOST_A_BYTE = 6;

  private Texts() {}

  /// Writes a text up to the first zero byte.
  ///
  /// @param most maximum length in bytes
  /// @param json whether for JSON, without the surrounding quotes
  /// @return position after the last character
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

  /// Whether a byte is a character that needs no escaping anywhere.
  static boolean isPlain(byte one) {
    return one >= ' ' && one != '"' && one != '\\' && one != 0x7F;
  }

  /// Whether a packet has a single comment that needs no escaping anywhere.
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
