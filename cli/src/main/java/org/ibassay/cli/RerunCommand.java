package org.ibassay.cli;

import java.util.ArrayList;
import java.util.List;

/// The command that runs one test on one DUT again as it was run.
///
/// @param command that ran, up to the selectors, ready for a shell
/// @param options of that command other than selectors and DUTs
record RerunCommand(String command, List<String> options) {
  /// The command, each word quoted for a shell.
  String command(String testId, String dutUri) {
    return String.join(" ", parts(testId, dutUri));
  }

  /// The command in lines of at most `width` columns, as far as its options allow; a shell takes
  /// them for one.
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

  /// The command with the test, then each option with its value.
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
