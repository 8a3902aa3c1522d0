package org.ibassay.pages;

import java.util.Iterator;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Writes maps, lists, strings and null as JSON.
final class PageJson {
  private final StringBuilder text = new StringBuilder();

  private PageJson() {}

  static String of(@Nullable Object value) {
    PageJson json = new PageJson();
    json.value(value, "\n");
    return json.text.append('\n').toString();
  }

  private void value(@Nullable Object value, String newLine) {
    switch (value) {
      case null -> text.append("null");
      case String string -> string(string);
      case List<?> list -> list(list, newLine);
      case Map<?, ?> map -> map(map, newLine);
      default -> throw new IllegalArgumentException("not for JSON: " + value.getClass());
    }
  }

  private void list(List<?> list, String newLine) {
    Iterator<?> values = list.iterator();
    text.append('[');
    while (values.hasNext()) {
      text.append(newLine).append("  ");
      value(values.next(), newLine + "  ");
      text.append(values.hasNext() ? "," : newLine);
    }
    text.append(']');
  }

  private void map(Map<?, ?> map, String newLine) {
    Iterator<? extends Map.Entry<?, ?>> entries = map.entrySet().iterator();
    text.append('{');
    while (entries.hasNext()) {
      Map.Entry<?, ?> entry = entries.next();
      text.append(newLine).append("  ");
      string(String.valueOf(entry.getKey()));
      text.append(": ");
      value(entry.getValue(), newLine + "  ");
      text.append(entries.hasNext() ? "," : newLine);
    }
    text.append('}');
  }

  private void string(String string) {
    text.append('"');
    string.chars().forEach(this::character);
    text.append('"');
  }

  private void character(int c) {
    switch (c) {
      case '"' -> text.append("\\\"");
      case '\\' -> text.append("\\\\");
      case '\n' -> text.append("\\n");
      case '\t' -> text.append("\\t");
      default -> {
        // A lone surrogate has no UTF-8; escaped, it survives.
        boolean plain = c >= ' ' && !Character.isSurrogate((char) c);
        text.append(plain ? Character.toString(c) : "\\u%04x".formatted(c));
      }
    }
  }
}
