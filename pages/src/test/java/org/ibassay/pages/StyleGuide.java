package org.ibassay.pages;

import java.util.List;
import java.util.regex.Pattern;

/// Tables of `doc/style.md`, which tests apply.
final class StyleGuide {
  static final String NAME = "doc/style.md";

  private StyleGuide() {}

  /// Cells of the table in a section, without its heading.
  static List<List<String>> table(SourceTree tree, String heading) {
    String style = SourceTree.text(tree.root().resolve(NAME));
    String start = "\n## " + heading + "\n";
    String section = style.substring(style.indexOf(start) + start.length()).split("\n## ", 2)[0];
    return section
        .lines()
        .filter(line -> line.startsWith("| "))
        .skip(1)
        .map(line -> Pattern.compile("\\|").splitAsStream(line).skip(1).map(String::strip).toList())
        .toList();
  }

  /// Finds a word or phrase in any case, also over the end of a line.
  static Pattern pattern(String phrase) {
    return Pattern.compile("(?i)\\b" + String.join("\\s+", phrase.split(" ", -1)) + "\\b");
  }
}
