package org.ibassay.runner.html;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.KnownNonConformance;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.LastRight;
import org.ibassay.runner.cause.QuotedSteps;
import org.ibassay.runner.cause.RightStep;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;

/// The failures of one test, one card for each assertion; assertions with equal contents share a
/// card.
final class FailureCards {
  private final Html html;
  private final TestResult test;
  private final Packets packets;
  private final String id;
  private final String again;

  /// Notes about steps that were right, each written once.
  private final Set<RightStep> right = new HashSet<>();

  /// @param id id of the test's element
  /// @param again command that repeats only this test
  FailureCards(Html html, TestResult test, Packets packets, String id, String again) {
    this.html = html;
    this.test = test;
    this.packets = packets;
    this.id = id;
    this.again = again;
  }

  /// The contents of a card.
  ///
  /// @param known why the failure is tolerated; empty if it is not known
  private record Said(List<CheckLog.Failure> examples, long failures, long checks, String known) {
    String counts() {
      return checks == 1
          ? "The only check"
          : failures == checks
              ? "All %,d checks".formatted(checks)
              : "%,d of the %,d checks".formatted(failures, checks);
    }

    static Said of(AssertionResult assertion) {
      KnownNonConformance known = assertion.known();
      return new Said(
          assertion.examples(),
          assertion.failures(),
          assertion.checks(),
          known == null ? "" : known.text());
    }
  }

  void write() {
    Map<Said, List<AssertionResult>> cards = new LinkedHashMap<>();
    test.judgement().assertions().stream()
        .filter(assertion -> assertion.verdict() == Verdict.FAIL)
        .forEach(assertion ->
            cards.computeIfAbsent(Said.of(assertion), e -> new ArrayList<>()).add(assertion));
    boolean isFirst = true;
    for (Map.Entry<Said, List<AssertionResult>> card : cards.entrySet()) {
      String ids =
          card.getValue().stream().map(AssertionResult::id).collect(Collectors.joining(", "));
      card(card.getKey(), ids, isFirst);
      isFirst = false;
    }
    if (!cards.isEmpty()) {
      again();
    }
  }

  private void card(Said said, String ids, boolean isFirst) {
    boolean isKnown = !said.known.isEmpty();
    String here = id + "-" + Html.id(ids.replaceAll(",.*", ""));
    String className = isKnown ? "card known" : "card";
    html.open("article", "class", className, "id", here, "data-assertion", "");
    html.open("header").element("h4", ids);
    boolean isOne = !ids.contains(", ");
    html.element(
        "p",
        said.counts()
            + (isOne ? " of this assertion" : " of each of these assertions")
            + " failed");
    if (isKnown) {
      html.element("span", "known non-conformance", "class", "verdict known");
    }
    html.element("a", "link to this failure", "href", "#" + here);
    html.closeLine();
    byStep(said.examples).forEach((step, failures) -> step(step, failures, isFirst));
    more(said);
    known(said.known);
    html.closeLine();
  }

  private static Map<String, List<CheckLog.Failure>> byStep(List<CheckLog.Failure> failures) {
    return failures.stream()
        .collect(
            Collectors.groupingBy(CheckLog.Failure::step, LinkedHashMap::new, Collectors.toList()));
  }

  private void step(String step, List<CheckLog.Failure> failures, boolean isOpen) {
    html.element(
        "h5",
        "What step %s of %s checks (%s)"
            .formatted(step, test.page().id(), test.page().citedSection()));
    Set<String> sending = sending(step, failures);
    List<Page.Step> quoted = QuotedSteps.of(test.page(), step);
    quoted.forEach(outer -> said(outer, "says outer", sending));
    test.page().step(step).ifPresent(checked -> said(checked, "says", Set.of()));
    before(step, sending, quoted);
    packets.lastRight(failures).ifPresent(this::lastRight);
    RightStep.of(test, step).stream()
        .filter(right::add)
        .forEach(found ->
            html.element("p", found.field() + " was right " + found.text(), "class", "says"));
    html.open(
            "div",
            "class",
            isOpen ? "examples open" : "examples",
            "data-from",
            Integer.toString(packets.add(failures)),
            "data-count",
            Integer.toString(failures.size()))
        .closeLine();
  }

  private void said(Page.Step step, String className, Set<String> sending) {
    PageText.write(html, step.id() + ": " + step.text(), className);
    if (sending.contains(step.id())) {
      html.element("p", "The stimulus was sent in this step.", "class", "says sent");
    }
  }

  private void lastRight(LastRight found) {
    html.element("p", "The value was right " + found.text(), "class", "says");
    if (!found.sent().isEmpty()) {
      html.open("ol", "class", "between");
      found.sent().forEach(request -> html.element("li", request));
      html.closeLine();
    }
  }

  /// Returns the steps that sent what was answered so, which may be far before.
  private Set<String> sending(String id, List<CheckLog.Failure> failures) {
    Set<String> sending =
        failures.stream()
            .map(failure -> packets.step(test.page().id(), failure.request()))
            .collect(Collectors.toSet());
    sending.remove(id);
    return sending;
  }

  /// The other steps that led there.
  private void before(String id, Set<String> sending, List<Page.Step> quoted) {
    List<Page.Step> before = new ArrayList<>(StepsBefore.of(test.page(), id, sending));
    before.removeAll(quoted);
    if (before.stream().allMatch(StepsBefore.ELLIPSIS::equals)) {
      return;
    }
    html.open("details", "class", "before").element("summary", "Earlier steps");
    for (Page.Step step : before) {
      if (step.equals(StepsBefore.ELLIPSIS)) {
        html.element("p", "…", "class", "says");
      } else {
        said(step, "says", sending);
      }
    }
    html.closeLine();
  }

  private void more(Said said) {
    int shown = said.examples.size();
    if (said.failures > shown) {
      String text =
          "%d of %,d failures are shown, of each step the first, the last and some between."
              .formatted(shown, said.failures);
      html.element("p", text, "class", "aside");
    }
  }

  private void known(String known) {
    if (known.isEmpty()) {
      // a search for known failures should not find unknown ones
      html.element("h5", "Known non-conformance", "class", "unsearched");
      String text = "Not listed in an expect file.";
      html.element("p", text, "class", "says unsearched");
    } else {
      html.element("h5", "Known non-conformance");
      html.element("p", "Yes: " + known, "class", "says");
    }
  }

  private void again() {
    html.element("h5", "Run just this test again");
    Command.write(html, again);
  }
}
