package org.ibassay.cli;

import java.io.Console;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The user's terminal or log.
///
/// @param isColoured whether to colour what is printed
/// @param isLive whether a line may be written over, for progress
/// @param columns how wide lines of text are made
record Terminal(boolean isColoured, boolean isLive, int columns) {
  /// Where nothing tells another width.
  static final int COLUMNS = 80;

  private static final int LEAST = 40;
  private static final int MOST = 200;

  /// A file or a pipe: text is wrapped for people, but nothing is cut.
  static final Terminal NONE = new Terminal(false, false);

  /// One of the usual width.
  Terminal(boolean isColoured, boolean isLive) {
    this(isColoured, isLive, COLUMNS);
  }

  /// Returns the terminal of this process.
  static Terminal here() {
    return of(isTerminal(System.console()), System.getenv());
  }

  /// `CI` in the environment makes a terminal a log, and `NO_COLOR` one without colours; an empty
  /// value counts as none. `COLUMNS` says how wide text is, in a log too; on a terminal the
  /// launcher sets it.
  static Terminal of(boolean isTerminal, Map<String, String> environment) {
    boolean isLive = isTerminal && environment.getOrDefault("CI", "").isEmpty();
    boolean isColoured = isLive && environment.getOrDefault("NO_COLOR", "").isEmpty();
    return new Terminal(isColoured, isLive, columns(environment.getOrDefault("COLUMNS", "")));
  }

  private static int columns(String text) {
    return text.matches("[1-9]\\d{0,5}")
        ? Math.clamp(Integer.parseInt(text), LEAST, MOST)
        : COLUMNS;
  }

  /// Up to 21 there was no console but a terminal; since then a console may be a pipe.
  private static boolean isTerminal(@Nullable Console console) {
    return console != null && console.isTerminal();
  }

  /// A complaint of this program.
  String complaint(String text) {
    return message("ibassay: " + text);
  }

  /// Returns a message: folded at a terminal, else in one line for searching.
  String message(String text) {
    return isLive ? String.join("\n", Text.fold(text, columns)) : text;
  }

  /// A text that has to share a line: cut to the room there is at a terminal, else whole.
  String cut(String text, int room) {
    return isLive ? Text.cut(text, room) : text;
  }

  String red(String text) {
    return inColour("31;1", text);
  }

  String green(String text) {
    return inColour("32", text);
  }

  String yellow(String text) {
    return inColour("33", text);
  }

  String faint(String text) {
    return inColour("2", text);
  }

  String bold(String text) {
    return inColour("1", text);
  }

  private String inColour(String code, String text) {
    return isColoured ? "\u001b[" + code + "m" + text + "\u001b[0m" : text;
  }
}
