package org.ibassay.cli;

import java.io.Console;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The user's terminal or log.
///
/// @param isColored whether output is colored
/// @param isLive whether a line may be overwritten, for progress
/// @param columns width of text
record Terminal(boolean isColored, boolean isLive, int columns) {
  /// The default width.
  static final int COLUMNS = 80;

  private static final int LEAST = 40;
  private static final int MOST = 200;

  /// A file or a pipe: text is wrapped, but nothing is truncated.
  static final Terminal NONE = new Terminal(false, false);

  /// Returns a terminal of the default width.
  Terminal(boolean isColored, boolean isLive) {
    this(isColored, isLive, COLUMNS);
  }

  /// Returns the terminal of this process.
  static Terminal here() {
    return of(isTerminal(System.console()), System.getenv());
  }

  /// Returns the terminal described by the environment. `CI` makes a terminal a log, and `NO_COLOR`
  /// disables colors; an empty value is ignored. `COLUMNS` is the width of text, also in a log; the
  /// launcher sets it for a terminal.
  static Terminal of(boolean isTerminal, Map<String, String> environment) {
    boolean isLive = isTerminal && environment.getOrDefault("CI", "").isEmpty();
    boolean isColored = isLive && environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(isColored, isLive, columns(environment.getOrDefault("COLUMNS", "")));
  }

  private static int columns(String text) {
    return text.matches("[1-9]\\d{0,5}")
        ? Math.clamp(Integer.parseInt(text), LEAST, MOST)
        : COLUMNS;
  }

  /// Up to JDK 21, a console was always a terminal; since then it may be a pipe.
  private static boolean isTerminal(@Nullable Console console) {
    return console != null && console.isTerminal();
  }

  /// Formats an error message of this program.
  String complaint(String text) {
    return message("ibassay: " + text);
  }

  /// Formats a message: wrapped at a terminal, otherwise as one line for searching.
  String message(String text) {
    return isLive ? String.join("\n", Text.fold(text, columns)) : text;
  }

  /// Formats a text in a line with others: truncated at a terminal, otherwise complete.
  String cut(String text, int room) {
    return isLive ? Text.cut(text, room) : text;
  }

  String red(String text) {
    return inColor("31;1", text);
  }

  String green(String text) {
    return inColor("32", text);
  }

  String yellow(String text) {
    return inColor("33", text);
  }

  String faint(String text) {
    return inColor("2", text);
  }

  String bold(String text) {
    return inColor("1", text);
  }

  private String inColor(String code, String text) {
    return isColored ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
