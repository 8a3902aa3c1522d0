package org.ibassay.runner;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ibassay.suite.Page;
import org.jspecify.annotations.Nullable;

/// The result of a claim in a run: the tests that concern it and their verdict.
///
/// @param value claimed value
/// @param tests ids of the tests that name the claim and have a verdict
/// @param verdict the worst of their verdicts; null if there are none
public record ClaimResult(
    Claim claim, String value, List<String> tests, @Nullable Verdict verdict) {
  /// Copies the list.
  public ClaimResult {
    tests = List.copyOf(tests);
  }

  /// Returns the results of all claims of a run.
  public static List<ClaimResult> of(RunResult run) {
    return run.claims().values().entrySet().stream()
        .map(claimed -> of(run, claimed.getKey(), claimed.getKey().text(claimed.getValue())))
        .toList();
  }

  private static ClaimResult of(RunResult run, Claim claim, String value) {
    List<TestResult> tests =
        run.tests().stream()
            .filter(test -> test.verdict() != Verdict.NOT_APPLICABLE)
            .filter(test -> isNamed(test.page(), claim))
            .toList();
    Verdict worst = tests.isEmpty() ? null : Verdict.worst(tests.stream().map(TestResult::verdict));
    return new ClaimResult(
        claim, value, tests.stream().map(test -> test.page().id()).distinct().toList(), worst);
  }

  /// Whether the page of a test names a claim.
  public static boolean isNamed(Page page, Claim claim) {
    return names(page, Pattern.compile("\\b" + Pattern.quote(claim.name()) + "\\b"));
  }

  private static boolean names(Page page, Pattern name) {
    return Stream.of(
            Stream.of(page.title(), page.summary(), page.qualifiers()),
            page.notes().stream(),
            page.initialization().stream().map(Page.Step::text),
            page.procedure().stream().map(Page.Step::text),
            page.always().stream().map(Page.Step::text))
        .flatMap(texts -> texts)
        .anyMatch(text -> name.matcher(text).find());
  }
}
