package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.List;

/// The lines in which two texts differ: `-` expected only, `+` actual only, each block below its
/// heading, the last line that is not indented.
final class LineDifference {
  private static final int LINES_SHOWN = 12;

  private final List<String> expected;
  private final List<String> seen;
  private final List<String> shown = new ArrayList<>();
  private String heading = "";

  private LineDifference(String expected, String seen) {
    this.expected = expected.lines().toList();
    this.seen = seen.lines().toList();
  }

  /// Returns the lines, at most a dozen; empty if the texts are equal.
  static String of(String expected, String seen) {
    if (expected.equals(seen)) {
      return "";
    }
    List<String> lines = new LineDifference(expected, seen).lines();
    String text =
        String.join("", lines.stream().limit(LINES_SHOWN).map("  %s\n"::formatted).toList());
    return lines.size() > LINES_SHOWN
        ? text + "  and %d lines more\n".formatted(lines.size() - LINES_SHOWN)
        : text;
  }

  private List<String> lines() {
    int[][] common = common();
    int e = 0;
    int s = 0;
    while (e < expected.size() || s < seen.size()) {
      if (e < expected.size() && s < seen.size() && expected.get(e).equals(seen.get(s))) {
        under(expected.get(e));
        e++;
        s++;
      } else if (s == seen.size()
          || (e < expected.size() && common[e + 1][s] >= common[e][s + 1])) {
        show('-', expected.get(e++));
      } else {
        show('+', seen.get(s++));
      }
    }
    return shown;
  }

  /// The number of common lines of the texts from a line of each on.
  private int[][] common() {
    int[][] common = new int[expected.size() + 1][seen.size() + 1];
    for (int e = expected.size() - 1; e >= 0; e--) {
      for (int s = seen.size() - 1; s >= 0; s--) {
        common[e][s] =
            expected.get(e).equals(seen.get(s))
                ? common[e + 1][s + 1] + 1
                : Math.max(common[e + 1][s], common[e][s + 1]);
      }
    }
    return common;
  }

  private void under(String line) {
    if (!line.startsWith(" ")) {
      heading = line;
    }
  }

  private void show(char sign, String line) {
    if (line.startsWith(" ") && !heading.isEmpty()) {
      shown.add("  " + heading);
      heading = "";
    }
    if (!line.startsWith(" ")) {
      heading = "";
    }
    shown.add(sign + " " + line);
  }
}
