package org.ibassay.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Words that the project gave up stay out of comments, identifiers and documents. `doc/style.md`
/// lists them; [MessageWordsTest] checks what is quoted.
final class HouseWordsTest {
  private static final SourceTree TREE = SourceTree.ofThisProject();

  /// Quoted text, in Java also over several lines.
  private static final Pattern QUOTED =
      Pattern.compile("\"\"\".*?\"\"\"|\"(?:\\\\.|[^\"\\\\\n])*\"", Pattern.DOTALL);

  private static final Pattern CODE_MARKS =
      Pattern.compile("(?s)```.*?```|`[^`\n]*(?:\n[^`\n]*)?`");
  private static final Pattern CAMEL = Pattern.compile("(?<=[a-z0-9])(?=[A-Z])");
  private static final Pattern NO_WORD = Pattern.compile("[^A-Za-z0-9\n]+");
  private static final Pattern LINE_START = Pattern.compile("\n[ \t]*(///?|\\*|#+|//)?[ \t]*");

  /// A comment whose first sentence says nothing: the sentence, then the comment's end or a tag.
  private static final Pattern SAME = Pattern.compile("(?m)^\\s*///? The same\\.\\s*$");

  /// A word or phrase that is not written any more.
  ///
  /// @param phrase that is given up
  /// @param instead what to write
  /// @param places directories without it, or `everywhere`
  private record GivenUp(String phrase, String instead, List<String> places) {
    String first() {
      return phrase.split(" ", -1)[0];
    }

    boolean holdsIn(String place) {
      return places.contains("everywhere") || places.contains(place);
    }
  }

  @Test
  void wordsThatWeGaveUpAreNotWritten() {
    List<GivenUp> words = givenUp();
    assertThat(words).hasSizeGreaterThan(5);
    List<String> found = new ArrayList<>();
    for (Path file : TREE.files(".java", ".md", ".jte", ".c", ".h")) {
      if (!TREE.name(file).equals(StyleGuide.NAME)) {
        found.addAll(uses(TREE.name(file), TREE.place(file), SourceTree.text(file), words));
      }
    }
    assertThat(found).isEmpty();
  }

  @Test
  void noCommentIsTheSame() {
    assertThat(TREE.files(".java"))
        .filteredOn(file -> SAME.matcher(SourceTree.text(file)).find())
        .as("doc comments that begin with \"The same.\"")
        .isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "/// What came first.,           1",
    "int whatCame = 2;,              1",
    "/// It is a shame.,             0",
    "/// Expected; `came` is a key.,  0",
    "say(\"it came\");,              0",
    "/// What\\n  /// came.,         1",
    "/// It held\\n  /// up.,        1",
    "/// Came,                       1",
  })
  void usesAreFound(String text, int uses) {
    List<GivenUp> words =
        List.of(
            new GivenUp("came", "received", List.of("wire")),
            new GivenUp("held up", "stalled", List.of("everywhere")));
    assertThat(uses("A.java", "wire", text.replace("\\n", "\n"), words)).hasSize(uses);
  }

  @Test
  void aUseIsReportedWithItsLineAndWhatToWrite() {
    List<GivenUp> words = List.of(new GivenUp("came", "received", List.of("wire")));
    assertThat(uses("A.java", "wire", "\n/// It\n/// came.", words))
        .containsExactly("A.java:3: \"came\"; write: received");
    assertThat(uses("A.java", "link", "/// It came.", words)).isEmpty();
  }

  private static List<String> uses(String name, String place, String text, List<GivenUp> words) {
    String lower = text.toLowerCase(Locale.ROOT);
    List<GivenUp> possible =
        words.stream().filter(word -> word.holdsIn(place) && lower.contains(word.first())).toList();
    if (possible.isEmpty()) {
      return List.of();
    }
    String plain = plain(text);
    List<String> uses = new ArrayList<>();
    for (GivenUp word : possible) {
      Matcher matcher = StyleGuide.pattern(word.phrase()).matcher(plain);
      while (matcher.find()) {
        long line = 1 + lines(plain.substring(0, matcher.start()));
        uses.add("%s:%d: \"%s\"; write: %s".formatted(name, line, word.phrase(), word.instead()));
      }
    }
    return uses;
  }

  /// The words of a text, identifiers taken apart, without what is quoted; lines stay where they
  /// are.
  private static String plain(String text) {
    String unquoted = withoutCode(CODE_MARKS, withoutCode(QUOTED, text));
    String words = LINE_START.matcher(unquoted).replaceAll("\n");
    return NO_WORD.matcher(CAMEL.matcher(words).replaceAll(" ")).replaceAll(" ");
  }

  private static String withoutCode(Pattern code, String text) {
    return code.matcher(text).replaceAll(found -> "\n".repeat((int) lines(found.group())));
  }

  private static long lines(String text) {
    return text.chars().filter(c -> c == '\n').count();
  }

  private static List<GivenUp> givenUp() {
    return StyleGuide.table(TREE, "Given up").stream()
        .map(cells ->
            new GivenUp(
                cells.get(0).toLowerCase(Locale.ROOT),
                cells.get(1),
                Stream.of(cells.get(2).split(",", -1)).map(String::strip).toList()))
        .toList();
  }
}
