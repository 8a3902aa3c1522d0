package org.ibassay.cli;

import java.util.ArrayList;
import java.util.List;

/// The command that repeats one test on one DUT under the same conditions.
///
/// @param command the command given, up to the selectors, ready for a shell
/// @param options options of that command except selectors and DUTs
record RerunCommand(String command, List<String> options) {
  /// Returns the command, each word quoted for a shell.
  String command(String testId, String dutUri) {
    return String.join(" ", parts(testId, dutUri));
  }

  /// Returns the command in lines of at most `width` columns, as far as its options allow, joined
  /// for a shell.
  List<String> lines(String testId, String dutUri, int width) {
    List<String> lines = new ArrayList<>();
    for (String part : parts(testId, dutUri)) {
      String last = lines.isEmpty() ? "" : lines.removeLast();
      if (last.isEmpty()) {
        lines.add(part);
      } else if (last.length() + part.length() + " \\".length() < width) {
        lines.add(last + " " + part);
      } else {
        lines.add(last + " \\");
        lines.add("    " + part);
      }
    }
    return lines;
  }

  /// Returns the command with the test, and each option with its value.
  private List<String> parts(String testId, String dutUri) {
    List<String> parts = new ArrayList<>(List.of(command + " " + testId));
    parts.add("--dut " + Text.quoted(dutUri));
    for (String option : options) {
      if (option.startsWith("--")) {
        parts.add(option);
      } else {
        parts.add(parts.removeLast() + " " + Text.quoted(option));
      }
    }
    return parts;
  }
}
