package org.ibassay.cli;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Formats the pages' Markdown for a terminal.
final class Text {
  private static final Pattern BULLET = Pattern.compile("^(\\s*)([-*+]|\\d+\\.)\\s+(.*)$");
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)]\\([^)]*\\)");
  private static final Pattern REFERENCE = Pattern.compile("\\[([A-Z]\\w*(?:#\\w+)?)]");

  private Text() {}

  /// Wraps a text into lines of at most `width` columns. Paragraphs are kept apart; bullets begin
  /// on new lines, and their continuation lines are indented.
  static List<String> wrap(String markdown, int width) {
    List<String> lines = new ArrayList<>();
    StringBuilder paragraph = new StringBuilder();
    String indent = "";
    for (String line : markdown.strip().split("\n", -1)) {
      Matcher bullet = BULLET.matcher(line);
      if (line.isBlank() || bullet.matches()) {
        flush(paragraph, indent, width, lines);
      }
      if (line.isBlank()) {
        indent = "";
        lines.add("");
      } else if (bullet.matches()) {
        String lead = bullet.group(1) + bullet.group(2) + " ";
        indent = " ".repeat(lead.length());
        paragraph.append(lead).append(bullet.group(3));
      } else {
        paragraph.append(paragraph.isEmpty() ? "" : " ").append(line.strip());
      }
    }
    flush(paragraph, indent, width, lines);
    return lines;
  }

  /// Wraps a text that is not Markdown, only where its lines are longer than `width` columns.
  static List<String> fold(String text, int width) {
    List<String> lines = new ArrayList<>();
    text.lines().forEach(line -> fill(line, "  ", width, lines));
    return lines;
  }

  private static void flush(StringBuilder paragraph, String indent, int width, List<String> lines) {
    if (paragraph.isEmpty()) {
      return;
    }
    fill(plain(paragraph.toString()), indent, width, lines);
    paragraph.setLength(0);
  }

  /// Removes code marks and link targets, which are useless on a terminal.
  static String plain(String markdown) {
    String text = LINK.matcher(markdown).replaceAll("$1");
    return REFERENCE.matcher(text).replaceAll("$1").replace("`", "");
  }

  private static void fill(String text, String indent, int width, List<String> lines) {
    String lead = text.substring(0, text.length() - text.stripLeading().length());
    StringBuilder line = new StringBuilder(lead);
    int start = line.length();
    for (String word : text.strip().split("\\s+", -1)) {
      if (line.length() > start && line.length() + 1 + word.length() > width) {
        lines.add(line.toString());
        line = new StringBuilder(indent);
        start = indent.length();
      }
      line.append(line.length() > start ? " " : "").append(word);
    }
    lines.add(line.toString());
  }

  /// Truncates a text to `width` columns.
  static String cut(String text, int width) {
    return text.length() <= width ? text : text.substring(0, Math.max(0, width - 3)) + "...";
  }

  /// Returns the meaning of an id in one line, to stand below it; none if it is unknown.
  ///
  /// @param indent number of spaces before it
  static List<String> meant(String meaning, int indent, Terminal terminal) {
    return meaning.isEmpty()
        ? List.of()
        : List.of(" ".repeat(indent) + cut(meaning, terminal.columns() - indent));
  }

  /// Formats a number with its noun.
  static String count(long number, String singular) {
    return String.format(Locale.ROOT, "%,d %s%s", number, singular, number == 1 ? "" : "s");
  }

  /// Formats the number of failed checks out of all.
  static String share(long failed, long checks) {
    if (failed == checks) {
      return checks == 1 ? "the only check" : "all " + count(checks, "check");
    }
    return String.format(Locale.ROOT, "%,d of the %,d checks", failed, checks);
  }

  /// Quotes a word for a POSIX shell.
  static String quoted(String word) {
    return word.matches("[A-Za-z0-9_./:=,@%+-]+") ? word : "'" + word.replace("'", "'\\''") + "'";
  }
}
