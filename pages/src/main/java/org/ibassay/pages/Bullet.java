package org.ibassay.pages;

/// One item of a Markdown list, its wrapped lines joined.
///
/// @param line in the source file
/// @param indent spaces before the `-`
/// @param text paragraphs, separated by a blank line
record Bullet(int line, int indent, String text) {

  /// This item with another one as part of its text.
  Bullet with(Bullet nested) {
    String margin = " ".repeat(Math.max(0, nested.indent - indent - 2));
    String item = margin + "- " + nested.text.replace("\n\n", "\n\n" + margin + "  ");
    return new Bullet(line, indent, text + "\n" + item);
  }

  /// This item with other words.
  Bullet withText(String other) {
    return new Bullet(line, indent, other);
  }
}
