package org.ibassay.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Phrases that the project gave up stay out of the texts that users see: string literals of main
/// code, and templates. `doc/style.md` lists them.
final class MessageWordsTest {
  private static final SourceTree TREE = SourceTree.ofThisProject();
  private static final Pattern LITERAL =
      Pattern.compile("\"\"\"(.*?)\"\"\"|\"((?:\\\\.|[^\"\\\\\n])*)\"", Pattern.DOTALL);
  private static final Pattern COMMENT = Pattern.compile("(?m)^\\s*//.*$");
  private static final Pattern JOINED = Pattern.compile("\"\\s*\\+\\s*\"");
  private static final Pattern ESCAPED_SPACE = Pattern.compile("\\\\[ntr]|\\\\\\s");
  private static final Pattern CODE_MARKS = Pattern.compile("`([^`]*)`");

  /// A phrase that no message contains.
  ///
  /// @param instead what to write
  /// @param except literals that are no text of ours, such as the keys of JSON
  private record GivenUp(String phrase, String instead, List<String> except) {
    boolean isIn(String literal) {
      return !except.contains(literal.strip())
          && StyleGuide.pattern(phrase).matcher(literal).find();
    }
  }

  @Test
  void messagesAreFreeOfWhatWeGaveUp() {
    List<GivenUp> phrases =
        StyleGuide.table(TREE, "Given up in messages").stream()
            .map(cells -> new GivenUp(cells.get(0), cells.get(1), marked(cells.get(2))))
            .toList();
    assertThat(phrases).hasSizeGreaterThan(20);
    assertThat(
            TREE.files(".java", ".jte").stream()
                .filter(file -> TREE.name(file).contains("/src/main/"))
                .flatMap(file ->
                    uses(SourceTree.text(file), phrases).stream()
                        .map(use -> TREE.name(file) + ": " + use)))
        .isEmpty();
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
    List<GivenUp> phrases =
        List.of(
            new GivenUp("nobody answers", "no response", List.of()),
            new GivenUp("key", "M_Key", List.of("key")));
    assertThat(uses(code.replace("\\n", "\n").replace("\\\n", "\\n"), phrases)).hasSize(uses);
  }

  private static List<String> uses(String text, List<GivenUp> phrases) {
    List<String> uses = new ArrayList<>();
    Matcher literals =
        LITERAL.matcher(JOINED.matcher(COMMENT.matcher(text).replaceAll("")).replaceAll(""));
    while (literals.find()) {
      String literal =
          Stream.of(literals.group(1), literals.group(2))
              .filter(found -> found != null)
              .collect(Collectors.joining());
      String plain = ESCAPED_SPACE.matcher(literal).replaceAll(" ");
      for (GivenUp phrase : phrases) {
        if (phrase.isIn(plain)) {
          uses.add("\"%s\": \"%s\"; write: %s".formatted(plain, phrase.phrase(), phrase.instead()));
        }
      }
    }
    return uses;
  }

  private static List<String> marked(String cell) {
    return CODE_MARKS.matcher(cell).results().map((MatchResult code) -> code.group(1)).toList();
  }
}
