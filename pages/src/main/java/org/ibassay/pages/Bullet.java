package org.ibassay.pages;

/// An item of a Markdown list, with its wrapped lines joined.
///
/// @param line in the source file
/// @param indent spaces before the `-`
/// @param text paragraphs, separated by a blank line
record Bullet(int line, int indent, String text) {

  /// Returns this item with another one appended to its text.
  Bullet with(Bullet nested) {
    String margin = " ".repeat(Math.max(0, nested.indent - indent - 2));
    String item = margin + "- " + nested.text.replace("\n\n", "\n\n" + margin + "  ");
    return new Bullet(line, indent, text + "\n" + item);
  }

  /// Returns this item with other text.
  Bullet withText(String other) {
    return new Bullet(line, indent, other);
  }
}
