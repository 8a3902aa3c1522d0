package org.ibassay.pages;

import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Parses a doc comment as a page. Reports every problem and continues.
final class DocPageParser {
  static final String LIKE_AN_ASSERTION =
      "; expected one such as v1c14-024.1.1#12.02, or ia-name#01 for one of ours";

  private static final List<String> SECTIONS =
      List.of("Notes", "Initialization", "Procedure", "Always");
  private static final Pattern FIELD = Pattern.compile("([^:]*):(.*)", Pattern.DOTALL);

  private final String name;
  private final int first;
  private final List<String> lines;
  private final Consumer<Problem> problems;

  private DocPageParser(String name, int first, List<String> lines, Consumer<Problem> problems) {
    this.name = name;
    this.first = first;
    this.lines = lines;
    this.problems = problems;
  }

  /// Whether a doc comment is a page.
  static boolean isPage(String comment) {
    return comment.startsWith("# ");
  }

  /// @param name simple name of the class
  /// @param comment its doc comment, a page
  /// @param first first line of the comment in the source file
  static DocPage parse(String name, String comment, int first, Consumer<Problem> problems) {
    return new DocPageParser(name, first, comment.lines().toList(), problems).page();
  }

  private DocPage page() {
    int headings = headingAfter(0);
    int summary = summaryAfter(1, headings);
    Map<String, Lines> sections = sections(headings);
    return new DocPage(
        name,
        first,
        title(),
        fields(between(1, summary)),
        between(summary, headings).unwrapped(),
        section(sections, "Notes").items(problems),
        StepList.read(name, section(sections, "Initialization"), "I", problems),
        StepList.read(name, section(sections, "Procedure"), "", problems),
        StepList.read(name, section(sections, "Always"), "R", problems));
  }

  private String title() {
    String title = lines.getFirst().substring(1).strip();
    if (title.isEmpty() || title.startsWith(name)) {
      problem(first, "the title is to be words, without the class's name: # " + title);
    }
    return title;
  }

  private int summaryAfter(int from, int end) {
    int i = from;
    while (i < end && (lines.get(i).isBlank() || lines.get(i).matches("(- | ).*"))) {
      i++;
    }
    return i;
  }

  private int headingAfter(int index) {
    int i = index + 1;
    while (i < lines.size() && !lines.get(i).startsWith("#")) {
      i++;
    }
    return Math.min(i, lines.size());
  }

  private Map<String, Lines> sections(int firstHeading) {
    Map<String, Lines> sections = new LinkedHashMap<>();
    for (int i = firstHeading; i < lines.size(); i = headingAfter(i)) {
      String line = lines.get(i).strip();
      String heading = line.startsWith("## ") ? line.substring(3).strip() : "";
      if (!SECTIONS.contains(heading)) {
        problem(
            first + i,
            "unknown heading '%s'; the headings of a page are %s"
                .formatted(line, "## " + String.join(", ## ", SECTIONS)));
      } else if (sections.put(heading, between(i + 1, headingAfter(i))) != null) {
        problem(first + i, "heading '" + line + "' stands here a second time");
      }
    }
    return sections;
  }

  private Lines section(Map<String, Lines> sections, String heading) {
    return sections.getOrDefault(heading, new Lines(first, List.of()));
  }

  private Lines between(int from, int to) {
    return new Lines(first + from, lines.subList(from, to));
  }

  private Map<PageField, Bullet> fields(Lines list) {
    Map<PageField, Bullet> fields = new EnumMap<>(PageField.class);
    for (Bullet bullet : list.items(problems)) {
      Matcher field = FIELD.matcher(bullet.text());
      PageField key = field.matches() ? PageField.of(field.group(1).strip()).orElse(null) : null;
      if (key == null) {
        problem(
            bullet.line(),
            "expected one of the fields %s, each as '- Name: text', found: - %s"
                .formatted(List.of(PageField.values()), bullet.text()));
      } else if (fields.put(key, bullet.withText(field.group(2).strip())) != null) {
        problem(bullet.line(), "field '" + key + "' stands here a second time");
      }
    }
    return fields;
  }

  private void problem(int line, String message) {
    problems.accept(new Problem(line, message));
  }
}
