package org.ibassay.runner;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.ibassay.runner.Expectation.State;
import org.ibassay.suite.Page;

/// The known non-conformances of a run.
///
/// An entry excuses the failure of one assertion of one test, at all places and on every device;
/// its state is reported for each device. It does not excuse anything undecided: an `inconclusive`
/// or `error` beside the failure counts as usual.
///
/// @param entries in the order of the file
public record Expectations(List<KnownNonConformance> entries) {
  /// No known non-conformances.
  public static final Expectations NONE = new Expectations(List.of());

  /// Copies the list.
  public Expectations {
    entries = List.copyOf(entries);
  }

  /// Returns these entries and others. If two concern the same assertion, the first counts.
  public Expectations and(Expectations others) {
    List<KnownNonConformance> all = new ArrayList<>(entries);
    all.addAll(others.entries);
    return new Expectations(all);
  }

  /// Marks the known failures in a test's result.
  ///
  /// @param today in UTC
  public TestResult mark(TestResult result, LocalDate today) {
    List<AssertionResult> marked =
        result.judgement().assertions().stream()
            .map(a -> a.verdict() == Verdict.FAIL ? mark(result.page(), a, today) : a)
            .toList();
    return result.withAssertions(marked);
  }

  private AssertionResult mark(Page page, AssertionResult failed, LocalDate today) {
    return entries.stream()
        .filter(e -> isAbout(e, page) && isAbout(e, failed) && !isExpired(e, today))
        .findFirst()
        .map(failed::known)
        .orElse(failed);
  }

  /// Returns the state of each entry.
  ///
  /// @param results of all tests that were run
  /// @param uris of the devices, in the order of the run
  /// @param pages of all existing tests, run or not
  /// @param today in UTC
  public List<Expectation> review(
      List<TestResult> results, List<String> uris, List<Page> pages, LocalDate today) {
    return entries.stream().map(entry -> review(entry, results, uris, pages, today)).toList();
  }

  private static Expectation review(
      KnownNonConformance entry,
      List<TestResult> results,
      List<String> uris,
      List<Page> pages,
      LocalDate today) {
    Optional<Page> page = pages.stream().filter(p -> isAbout(entry, p)).findFirst();
    if (page.isEmpty()) {
      List<String> ids = pages.stream().map(Page::id).toList();
      return new Expectation(entry, State.NO_SUCH_TEST, "no such test" + close(entry.test(), ids));
    }
    List<String> ids = ids(page.get());
    Optional<String> id = ids.stream().filter(entry.assertion()::equalsIgnoreCase).findFirst();
    if (id.isEmpty()) {
      return new Expectation(
          entry,
          State.NO_SUCH_ASSERTION,
          "the test has no such assertion" + close(entry.assertion(), ids));
    }
    if (isExpired(entry, today)) {
      return new Expectation(
          entry,
          State.EXPIRED,
          "expired on %s, so it excuses nothing: ask %s".formatted(entry.expires(), entry.owner()));
    }
    return judged(entry, id.get(), results, uris);
  }

  /// A test that was not run, or did not reach the assertion, does not affect the state.
  private static Expectation judged(
      KnownNonConformance entry, String id, List<TestResult> results, List<String> uris) {
    long excused = 0;
    List<Integer> failedOn = new ArrayList<>();
    List<Integer> passedOn = new ArrayList<>();
    for (TestResult test : results) {
      if (isAbout(entry, test.page())) {
        AssertionResult found = test.assertion(id);
        if (found.verdict() == Verdict.FAIL) {
          failedOn.add(test.dut());
          excused += found.failures();
        } else if (found.verdict() == Verdict.PASS) {
          passedOn.add(test.dut());
        }
      }
    }
    return Expectation.judged(entry, excused, failedOn, passedOn, uris);
  }

  /// The ids used in results: a check at a step without an assertion is named by its step.
  private static List<String> ids(Page page) {
    Stream<String> steps =
        Stream.of(page.initialization(), page.procedure(), page.always())
            .flatMap(List::stream)
            .filter(step -> step.assertions().isEmpty())
            .map(step -> "step " + step.id());
    return Stream.concat(page.claimed().stream(), steps).toList();
  }

  private static String close(String wanted, List<String> names) {
    List<String> close = Selection.close(wanted, names);
    return close.isEmpty() ? "" : "; did you mean: " + String.join(", ", close);
  }

  private static boolean isAbout(KnownNonConformance entry, Page page) {
    return entry.test().equalsIgnoreCase(page.id());
  }

  private static boolean isAbout(KnownNonConformance entry, AssertionResult assertion) {
    return entry.assertion().equalsIgnoreCase(assertion.id());
  }

  private static boolean isExpired(KnownNonConformance entry, LocalDate today) {
    return entry.expires().isBefore(today);
  }
}
