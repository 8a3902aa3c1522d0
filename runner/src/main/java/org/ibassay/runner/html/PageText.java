package org.ibassay.runner.html;

import java.util.regex.Pattern;
import org.ibassay.runner.cause.StepText;

/// Writes Markdown text of a test's page as HTML: paragraphs, bullets and code; of a link only its
/// text.
final class PageText {
  private static final Pattern BULLET = Pattern.compile("\\n\\s*[-*+]\\s+");

  private PageText() {}

  /// Returns the text without markup, in one line.
  static String plain(String markdown) {
    return StepText.plain(markdown);
  }

  /// Writes a paragraph, with line breaks before bullets and between paragraphs.
  static void write(Html html, String markdown, String className) {
    String text = BULLET.matcher(StepText.withoutLinks(markdown)).replaceAll("\n\n• ");
    html.open("p", "class", className);
    boolean isFirst = true;
    for (String paragraph : text.strip().split("\\n\\s*\\n", -1)) {
      if (!isFirst) {
        html.open("br");
      }
      isFirst = false;
      inline(html, paragraph.replaceAll("\\s+", " "));
    }
    html.closeLine();
  }

  /// Every second part between backquotes is code.
  private static void inline(Html html, String text) {
    String[] parts = text.split("`", -1);
    for (int i = 0; i < parts.length; i++) {
      if (i % 2 == 1 && i < parts.length - 1) {
        html.element("code", parts[i]);
      } else {
        html.text(parts[i]);
      }
    }
  }
}
