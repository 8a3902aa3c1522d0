package org.ibassay.pages;

import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/// The syntax of section numbers, step ids, compliance statements and assertions.
final class IdSyntax {
  private static final String NUMBER = "[0-9]+(?:\\.[0-9]+)*";

  /// Published ids begin with `v`, those of chapter 9 with `V`.
  private static final String STATEMENT =
      "(?:[vV][0-9]+[a-z]+[0-9]+-" + NUMBER + "|ia-[a-z0-9]+(?:[-.][a-z0-9]+)*)";

  private static final String ASSERTION = STATEMENT + "#" + NUMBER;

  /// Digits with periods, optionally after a capital letter.
  static final String STEP = "[A-Z]?" + NUMBER;

  private static final Predicate<String> IS_SECTION = Pattern.compile(NUMBER).asMatchPredicate();
  private static final Predicate<String> IS_STEP = Pattern.compile(STEP).asMatchPredicate();
  private static final Predicate<String> IS_STATEMENT =
      Pattern.compile(STATEMENT).asMatchPredicate();
  private static final Predicate<String> IS_ASSERTION =
      Pattern.compile(ASSERTION).asMatchPredicate();
  private static final Predicate<String> HAS_ASSERTION = Pattern.compile(ASSERTION).asPredicate();

  private IdSyntax() {}

  static boolean isSection(String text) {
    return IS_SECTION.test(text);
  }

  static boolean isStep(String text) {
    return IS_STEP.test(text);
  }

  static boolean isStatement(String text) {
    return IS_STATEMENT.test(text);
  }

  static boolean isAssertion(String text) {
    return IS_ASSERTION.test(text);
  }

  /// Whether a text contains the id of an assertion.
  static boolean mentionsAssertion(String text) {
    return HAS_ASSERTION.test(text);
  }

  /// Parses ids separated by commas; `none` and an empty text give an empty list.
  static List<String> list(String text) {
    return text.isBlank() || text.strip().equals("none")
        ? List.of()
        : Stream.of(text.split(",", -1)).map(String::strip).toList();
  }
}
