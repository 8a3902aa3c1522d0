package org.ibassay.runner.journal;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32;

/// The lines of a journal.
///
/// @param records all lines except an incomplete last one
/// @param isTorn whether the last line is incomplete
record JournalLines(List<Line> records, boolean isTorn) {
  private static final int DIGITS = 8;

  /// A line of the file.
  ///
  /// @param number from 1
  /// @param text text of the record, or the whole of a damaged line, as Latin-1
  /// @param isIntact whether the checksum is correct
  record Line(int number, String text, boolean isIntact) {
    private static final int EXCERPT = 60;

    /// The record, marked if it is damaged.
    @Override
    public String toString() {
      String plain = text.replaceAll("[^ -~]", "?");
      return "line %d, \"%s\""
          .formatted(
              number, plain.length() > EXCERPT ? plain.substring(0, EXCERPT) + "..." : plain);
    }
  }

  /// Formats a record as a line.
  static String line(String text) {
    String escaped = text.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
    return "%08x %s\n".formatted(crc(escaped), escaped);
  }

  /// Splits a file with any contents into lines.
  static JournalLines read(byte[] bytes) {
    List<Line> lines = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < bytes.length; i++) {
      if (bytes[i] == '\n') {
        String text = text(ByteBuffer.wrap(bytes, start, i - start));
        boolean isIntact = !text.isEmpty();
        String raw = new String(bytes, start, i - start, StandardCharsets.ISO_8859_1);
        lines.add(new Line(lines.size() + 1, isIntact ? text : raw, isIntact));
        start = i + 1;
      }
    }
    return new JournalLines(lines, start < bytes.length);
  }

  /// The text of a line; empty if it is damaged.
  private static String text(ByteBuffer line) {
    String whole;
    try {
      whole = StandardCharsets.UTF_8.newDecoder().decode(line).toString();
    } catch (CharacterCodingException e) {
      return "";
    }
    if (whole.length() <= DIGITS || whole.charAt(DIGITS) != ' ') {
      return "";
    }
    String escaped = whole.substring(DIGITS + 1);
    boolean isIntact = whole.startsWith("%08x".formatted(crc(escaped)));
    return isIntact ? unescaped(escaped) : "";
  }

  private static String unescaped(String text) {
    StringBuilder plain = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        i++;
        c =
            switch (text.charAt(i)) {
              case 'n' -> '\n';
              case 'r' -> '\r';
              default -> text.charAt(i);
            };
      }
      plain.append(c);
    }
    return plain.toString();
  }

  private static long crc(String text) {
    CRC32 crc = new CRC32();
    crc.update(text.getBytes(StandardCharsets.UTF_8));
    return crc.getValue();
  }
}
