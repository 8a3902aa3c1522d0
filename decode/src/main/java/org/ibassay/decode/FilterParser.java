package org.ibassay.decode;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Parses a filter, from left to right; `and` has precedence over `or`.
final class FilterParser {
  private static final String MARKS = "()!&|=<>~";

  /// Each level of parentheses and negations uses stack, here and for each packet.
  private static final int DEEPEST = 200;

  private final String text;
  private int at;
  private int depth;

  FilterParser(String text) {
    this.text = text;
  }

  Filter parse() throws FilterException {
    Filter filter = any();
    if (at < text.length()) {
      throw wrong("expected && or || or the end");
    }
    return filter;
  }

  private Filter any() throws FilterException {
    Filter filter = all();
    while (take("||") || takeWord("or")) {
      filter = filter.or(all());
    }
    return filter;
  }

  private Filter all() throws FilterException {
    Filter filter = one();
    while (take("&&") || takeWord("and")) {
      filter = filter.and(one());
    }
    return filter;
  }

  private Filter one() throws FilterException {
    if (depth == DEEPEST) {
      throw wrong("expected at most " + DEEPEST + " levels of ! and ( )");
    }
    depth++;
    Filter filter = negated();
    depth--;
    return filter;
  }

  private Filter negated() throws FilterException {
    if (takeWord("not") || (!peeks("!=") && take("!"))) {
      return one().not();
    }
    if (take("(")) {
      Filter filter = any();
      if (!take(")")) {
        throw wrong("expected )");
      }
      return filter;
    }
    return comparison();
  }

  private Filter comparison() throws FilterException {
    skipSpaces();
    int start = at;
    String word = word();
    if (word.isEmpty()) {
      throw wrong("expected the name of a header, attribute or field");
    }
    int index = -1;
    int bracket = word.indexOf('[');
    String name = bracket < 0 ? word : word.substring(0, bracket);
    if (bracket >= 0) {
      index = index(word.substring(bracket), start);
    }
    FilterName known = bracket < 0 ? withSpaces(name) : FilterName.of(name);
    if (known == null) {
      at = start;
      var near = FilterName.near(name);
      throw wrong(
          "no such field or header \"%s\"%s"
              .formatted(name, near.isEmpty() ? "" : "; did you mean: " + String.join(", ", near)));
    }
    if (index >= known.elements()) {
      at = start;
      throw wrong(
          known.elements() == 1
              ? "\"%s\" has a single value".formatted(known.name())
              : "\"%s\" has elements [0] to [%d]".formatted(known.name(), known.elements() - 1));
    }
    for (Comparison comparison : Comparison.values()) {
      if (take(comparison.sign)) {
        return compared(known, index, comparison, start);
      }
    }
    return Conditions.isThere(known, index);
  }

  /// Parses a field name that may contain spaces, as some do.
  private @Nullable FilterName withSpaces(String first) {
    int end = at;
    StringBuilder name = new StringBuilder(first);
    FilterName known = FilterName.of(first);
    while (known == null) {
      skipSpaces();
      String more = word();
      if (more.isEmpty()) {
        at = end;
        return null;
      }
      known = FilterName.of(name.append(more).toString());
    }
    return known;
  }

  private Filter compared(FilterName name, int index, Comparison comparison, int start)
      throws FilterException {
    if (!name.isField()) {
      at = start;
      throw wrong(
          "\"" + name.name() + "\" is no field and has no value: compare one of its fields");
    }
    skipSpaces();
    int value = at;
    String word = value();
    if (word.isEmpty()) {
      throw wrong("expected a value");
    }
    try {
      return Conditions.compare(name, index, comparison, word);
    } catch (IllegalArgumentException e) {
      at = value;
      throw wrong("\"%s\" is no value of %s: %s".formatted(word, name.name(), e.getMessage()));
    }
  }

  private int index(String brackets, int start) throws FilterException {
    if (!brackets.matches("\\[\\d{1,4}]")) {
      at = start;
      throw wrong("expected the number of an element in [ ]");
    }
    return Integer.parseInt(brackets.substring(1, brackets.length() - 1));
  }

  private String word() {
    int start = at;
    while (at < text.length()
        && !Character.isWhitespace(text.charAt(at))
        && MARKS.indexOf(text.charAt(at)) < 0) {
      at++;
    }
    return text.substring(start, at);
  }

  /// Parses a word, or a text in quotes.
  private String value() throws FilterException {
    if (at < text.length() && text.charAt(at) == '"') {
      int from = at + 1;
      int end = text.indexOf('"', from);
      if (end < 0) {
        throw wrong("expected \" after the text");
      }
      at = end + 1;
      return text.substring(from, end);
    }
    return word();
  }

  private boolean peeks(String mark) {
    skipSpaces();
    return text.startsWith(mark, at);
  }

  private boolean take(String mark) {
    if (!peeks(mark)) {
      return false;
    }
    at += mark.length();
    skipSpaces();
    return true;
  }

  private boolean takeWord(String wanted) {
    skipSpaces();
    int start = at;
    if (word().toLowerCase(Locale.ROOT).equals(wanted)) {
      skipSpaces();
      return true;
    }
    at = start;
    return false;
  }

  private void skipSpaces() {
    while (at < text.length() && Character.isWhitespace(text.charAt(at))) {
      at++;
    }
  }

  private FilterException wrong(String why) {
    String where = at < text.length() ? "at \"" + text.substring(at) + "\"" : "at its end";
    return new FilterException("filter \"%s\", %s: %s".formatted(text, where, why));
  }
}
