package org.ibassay.runner.html;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.expect.KnownDeparture;
import org.ibassay.suite.CheckLog;
import org.ibassay.suite.Page;

/// The failures of one test, a card for each assertion; assertions that the same checks failed
/// share one.
final class FailureCards {
  private final Html html;
  private final TestResult test;
  private final Packets packets;
  private final String again;

  /// @param again the command that runs just this test again
  FailureCards(Html html, TestResult test, Packets packets, String again) {
    this.html = html;
    this.test = test;
    this.packets = packets;
    this.again = again;
  }

  void write() {
    Map<List<CheckLog.Failure>, List<AssertionResult>> cards = new LinkedHashMap<>();
    test.judgement().assertions().stream()
        .filter(assertion -> assertion.verdict() == Verdict.FAIL)
        .forEach(assertion ->
            cards.computeIfAbsent(assertion.examples(), e -> new ArrayList<>()).add(assertion));
    boolean isFirst = true;
    for (List<AssertionResult> card : cards.values()) {
      card(card, isFirst);
      isFirst = false;
    }
  }

  private void card(List<AssertionResult> assertions, boolean isFirst) {
    AssertionResult first = assertions.getFirst();
    List<KnownDeparture> known =
        assertions.stream().map(AssertionResult::known).filter(Objects::nonNull).toList();
    boolean isKnown = known.size() == assertions.size();
    String ids = assertions.stream().map(AssertionResult::id).collect(Collectors.joining(", "));
    html.open("article", "class", isKnown ? "card known" : "card", "data-assertion", "");
    html.open("header").element("h4", ids);
    html.element("p", "%,d of %,d checks failed".formatted(first.failures(), first.checks()));
    html.element("span", isKnown ? "known departure" : "new", "class", badge(isKnown)).closeLine();
    byStep(first.examples()).forEach((step, failures) -> step(step, failures, isFirst));
    more(first);
    known(known);
    again();
    html.closeLine();
  }

  private static String badge(boolean isKnown) {
    return isKnown ? "verdict known" : "verdict fail";
  }

  private static Map<String, List<CheckLog.Failure>> byStep(List<CheckLog.Failure> failures) {
    return failures.stream()
        .collect(
            Collectors.groupingBy(CheckLog.Failure::step, LinkedHashMap::new, Collectors.toList()));
  }

  private void step(String step, List<CheckLog.Failure> failures, boolean isOpen) {
    html.element("h5", "What step %s of section %s checks".formatted(step, test.page().section()));
    String text = test.page().step(step).map(Page.Step::text).orElse("");
    PageText.write(html, text, "says");
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

  private void more(AssertionResult assertion) {
    long more = assertion.failures() - assertion.examples().size();
    if (more > 0) {
      html.element("p", "and %,d more failures".formatted(more), "class", "aside");
    }
  }

  private void known(List<KnownDeparture> known) {
    html.element("h5", "Known departure");
    if (known.isEmpty()) {
      html.element("p", "No: no entry of an expect file covers it.", "class", "says");
    }
    known.stream()
        .distinct()
        .forEach(departure -> html.element("p", "Yes: " + departure.text(), "class", "says"));
  }

  private void again() {
    html.element("h5", "Run just this test again");
    Command.write(html, again);
  }
}
