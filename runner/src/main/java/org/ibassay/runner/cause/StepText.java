package org.ibassay.runner.cause;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.runner.TestResult;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;

/// What a step of a page says, without markup: what the id of an assertion means where it is
/// printed.
public final class StepText {
  private static final int LONGEST = 100;
  private static final Pattern LINK = Pattern.compile("\\[([^\\]]+)]\\([^)]*\\)");
  private static final Pattern REFERENCE = Pattern.compile("\\[([A-Z]\\w*(?:#\\w+)?)]");
  private static final Pattern BULLET = Pattern.compile("\\s*(?:[-*+]|\\d+\\.)\\s+.*");

  private StepText() {}

  /// Returns a text in Markdown with the texts of its links only.
  public static String withoutLinks(String markdown) {
    return REFERENCE.matcher(LINK.matcher(markdown).replaceAll("$1")).replaceAll("$1");
  }

  /// Returns a text in Markdown without markup, in one line.
  public static String plain(String markdown) {
    return withoutLinks(markdown).replace("`", "").replaceAll("\\s+", " ").strip();
  }

  /// What a step says before its first bullet, in at most a line.
  public static String sentence(Page.Step step) {
    String lead =
        step.text()
            .lines()
            .takeWhile(line -> !BULLET.matcher(line).matches())
            .collect(Collectors.joining(" "));
    String plain = plain(lead).replaceFirst(":$", "");
    return plain.length() <= LONGEST ? plain : plain.substring(0, LONGEST - 3) + "...";
  }

  /// Returns the steps at which an assertion failed, or else all that prove it.
  public static List<Page.Step> proving(TestResult test, String assertion) {
    List<Page.Step> steps = proving(test.page(), assertion);
    List<Page.Step> failed = steps.stream().filter(step -> hasFailed(test, step.id())).toList();
    return failed.isEmpty() ? steps : failed;
  }

  /// Returns the steps of a page that prove an assertion.
  public static List<Page.Step> proving(Page page, String assertion) {
    return Stream.of(page.initialization(), page.procedure(), page.always())
        .flatMap(List::stream)
        .filter(step -> step.assertions().contains(assertion))
        .toList();
  }

  /// Returns the first step that proves an assertion, `step 5: Verify ...`; empty if it or the test
  /// is unknown.
  ///
  /// @param test id of the test
  public static String meaning(String test, String assertion) {
    return Pages.of(test).stream()
        .flatMap(page -> proving(page, assertion).stream())
        .findFirst()
        .map(step -> "step %s: %s".formatted(step.id(), sentence(step)))
        .orElse("");
  }

  private static boolean hasFailed(TestResult test, String step) {
    CheckLog.Tally tally = test.log().steps().get(step);
    return tally != null && tally.failures() > 0;
  }
}
