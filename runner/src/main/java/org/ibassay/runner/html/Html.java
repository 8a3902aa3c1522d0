package org.ibassay.runner.html;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.Set;

/// Writes HTML. All texts and attribute values, of the report and of the published specification,
/// are escaped here and nowhere else, so that text of a device or a user cannot become markup.
public final class Html {
  private static final Set<String> VOID = Set.of("meta", "link", "input", "br");

  private final StringBuilder out = new StringBuilder();
  private final Deque<String> open = new ArrayDeque<>();

  /// An empty document.
  public Html() {}

  /// Returns the start of every page's head.
  public static String head(String title) {
    Html html = new Html();
    html.open("meta", "charset", "utf-8");
    html.open("meta", "name", "viewport", "content", "width=device-width, initial-scale=1");
    html.open("meta", "name", "color-scheme", "content", "light dark");
    return html.element("title", title).toString();
  }

  /// The style sheet that all pages share.
  public static String look() throws IOException {
    try (InputStream in = Html.class.getResourceAsStream("look.css")) {
      return new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  /// Starts an element.
  ///
  /// @param attributes alternating names and values; an empty value makes an attribute without one
  public Html open(String tag, String... attributes) {
    out.append('<').append(tag);
    for (int i = 0; i < attributes.length; i += 2) {
      out.append(' ').append(attributes[i]);
      if (!attributes[i + 1].isEmpty()) {
        out.append("=\"");
        escape(attributes[i + 1]);
        out.append('"');
      }
    }
    out.append('>');
    if (!VOID.contains(tag)) {
      open.push(tag);
    }
    return this;
  }

  /// Turns a text into a part of an id: characters that a URL would escape become hyphens.
  static String id(String text) {
    return text.replaceAll("[^A-Za-z0-9_.]+", "-").replaceAll("-$", "");
  }

  /// Adds escaped text.
  public Html text(String text) {
    escape(text);
    return this;
  }

  /// Ends the innermost element.
  public Html close() {
    out.append("</").append(open.pop()).append('>');
    return this;
  }

  /// Ends the innermost element, and the line.
  public Html closeLine() {
    close();
    out.append('\n');
    return this;
  }

  /// Adds an element with escaped text.
  public Html element(String tag, String text, String... attributes) {
    return open(tag, attributes).text(text).close();
  }

  /// Adds the project's own HTML, CSS or JavaScript unchanged.
  public Html own(String source) {
    out.append(source);
    return this;
  }

  /// Escapes text. Invisible characters, and those that change the direction of their neighbors,
  /// are shown as numbers.
  private void escape(String text) {
    int plain = 0;
    while (plain < text.length() && isPlain(text.charAt(plain))) {
      plain++;
    }
    out.append(text, 0, plain);
    for (int i = plain; i < text.length(); ) {
      int c = text.codePointAt(i);
      switch (c) {
        case '&' -> out.append("&amp;");
        case '<' -> out.append("&lt;");
        case '>' -> out.append("&gt;");
        case '"' -> out.append("&quot;");
        case '\'' -> out.append("&#39;");
        case '\n', '\t' -> out.append((char) c);
        default -> {
          if (isHidden(c)) {
            out.append("\\u%04x".formatted(c));
          } else {
            out.appendCodePoint(c);
          }
        }
      }
      i += Character.charCount(c);
    }
  }

  /// Whether a character needs no escape; most do not.
  private static boolean isPlain(char c) {
    return c == ' ' || (c >= '(' && c <= ';') || (c >= '?' && c <= '~');
  }

  private static boolean isHidden(int c) {
    return switch (Character.getType(c)) {
      case Character.CONTROL, Character.FORMAT, Character.SURROGATE -> true;
      case Character.LINE_SEPARATOR, Character.PARAGRAPH_SEPARATOR -> true;
      default -> false;
    };
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
