package org.ibassay.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Phrases that the project gave up stay out of the texts that users see: string literals of main
/// code and of C programs, templates, schemas, scripts and style sheets as a whole, and documents.
/// `doc/style.md` lists the phrases.
final class MessageWordsTest {
  private static final SourceTree TREE = SourceTree.ofThisProject();
  private static final Pattern LITERAL =
      Pattern.compile("\"\"\"(.*?)\"\"\"|\"((?:\\\\.|[^\"\\\\\n])*)\"", Pattern.DOTALL);
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*//.*$");
  private static final Pattern C_COMMENT = Pattern.compile("(?s)/\\*.*?\\*/");
  private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final Pattern JOINED_IN_C = Pattern.compile("\"\\s+\"");
  private static final Pattern ESCAPED_SPACE = Pattern.compile("\\\\[ntr]|\\\\\\s");
  private static final Pattern CODE_MARKS = Pattern.compile("`([^`]*)`");
  private static final Pattern CODE = Pattern.compile("(?s)```.*?```|`[^`\n]*(?:\n[^`\n]*)?`");
  private static final Pattern LINES = Pattern.compile("\\s+");

  /// Characters of a text that are shown before and after a phrase.
  private static final int AROUND = 30;

  /// A phrase that no message contains.
  ///
  /// @param pattern finds the phrase
  /// @param instead what to write
  /// @param except texts that are no text of ours, such as the keys of JSON
  private record GivenUp(String phrase, Pattern pattern, String instead, List<String> except) {
    GivenUp(String phrase, String instead, List<String> except) {
      this(phrase, StyleGuide.pattern(phrase), instead, except);
    }

    Stream<String> uses(String text) {
      return except.contains(text.strip())
          ? Stream.empty()
          : pattern
              .matcher(text)
              .results()
              .map(use ->
                  "\"%s\" in \"%s\"; write: %s".formatted(phrase, around(text, use), instead));
    }

    private static String around(String text, MatchResult use) {
      int from = Math.max(0, use.start() - AROUND);
      int to = Math.min(text.length(), use.end() + AROUND);
      return LINES.matcher(text.substring(from, to)).replaceAll(" ");
    }
  }

  private static final List<GivenUp> PHRASES =
      List.of(
          new GivenUp("nobody answers", "no response", List.of()),
          new GivenUp("key", "M_Key", List.of("key")));

  @Test
  void messagesAreFreeOfWhatWeGaveUp() {
    List<GivenUp> phrases =
        StyleGuide.table(TREE, "Given up in messages").stream()
            .map(cells -> new GivenUp(cells.get(0), cells.get(1), marked(cells.get(2))))
            .toList();
    assertThat(phrases).hasSizeGreaterThan(20);
    assertThat(
            TREE.files(".java", ".jte", ".json", ".js", ".css", ".xsd", ".c", ".md").stream()
                .filter(file -> isForUsers(TREE.name(file)))
                .flatMap(file ->
                    uses(TREE.name(file), SourceTree.text(file), phrases).stream()
                        .map(use -> TREE.name(file) + ": " + use)))
        .isEmpty();
  }

  private static boolean isForUsers(String name) {
    return name.endsWith(".md")
        ? !name.equals(StyleGuide.NAME)
        : name.contains("/src/main/") || name.startsWith("agent/") || name.startsWith("lab/");
  }

  @ParameterizedTest
  @CsvSource({
    "say(\"Nobody answers.\"),             1",
    "say(\"nobody\" + \"answers\"),        0",
    "say(\"nobody \"\\n + \"answers\"),    1",
    "say(\"nobody\\\\nanswers\"),          1",
    "say(\"\"\"\\nnobody\\nanswers\"\"\"), 1",
    "say(x); // \"nobody answers\",        1",
    "// \"nobody answers\",                0",
    "put(\"key\"),                         0",
    "say(\"a key\"),                       1",
  })
  void usesAreFound(String code, int uses) {
    assertThat(uses("A.java", code.replace("\\n", "\n").replace("\\\n", "\\n"), PHRASES))
        .hasSize(uses);
  }

  @ParameterizedTest
  @CsvSource({
    "a.c,    say(\"nobody \"\\n  \"answers\"),        1",
    "a.c,    /* \"nobody answers\" */ nobody answers, 0",
    "a.md,   Nobody\\nanswers. A key.,                2",
    "a.md,   The `key` and ```\\nkey\\n```,            0",
    "a.json, {\"description\": \"Nobody answers.\"},   1",
    "a.js,   // nobody answers,                       1",
    "a.css,  .key { color: red },                     1",
    "a.xsd,  <!-- nobody answers -->,                 1",
    "a.jte,  <p>Nobody answers.</p>,                  1",
  })
  void usesAreFoundInFilesOfEachKind(String name, String text, int uses) {
    assertThat(uses(name, text.replace("\\n", "\n"), PHRASES)).hasSize(uses);
  }

  private static List<String> uses(String name, String content, List<GivenUp> phrases) {
    return texts(name, content)
        .flatMap(text -> phrases.stream().flatMap(phrase -> phrase.uses(text)))
        .toList();
  }

  /// Returns what users read in a file. In templates, schemas, scripts and style sheets, which are
  /// published as they are, that is everything.
  private static Stream<String> texts(String name, String content) {
    return switch (name.substring(name.lastIndexOf('.'))) {
      case ".java" -> literals(JOINED, COMMENT.matcher(content).replaceAll(""));
      case ".c" -> literals(JOINED_IN_C, C_COMMENT.matcher(content).replaceAll(""));
      case ".md" -> Stream.of(CODE.matcher(content).replaceAll("`"));
      default -> Stream.of(content);
    };
  }

  private static Stream<String> literals(Pattern joined, String code) {
    return LITERAL
        .matcher(joined.matcher(code).replaceAll(""))
        .results()
        .map(literal ->
            Stream.of(literal.group(1), literal.group(2))
                .filter(found -> found != null)
                .collect(Collectors.joining()))
        .map(literal -> ESCAPED_SPACE.matcher(literal).replaceAll(" "));
  }

  private static List<String> marked(String cell) {
    return CODE_MARKS.matcher(cell).results().map((MatchResult code) -> code.group(1)).toList();
  }
}
