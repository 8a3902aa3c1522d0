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
  private static final int STEPS_BEFORE = 6;

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
    if (isKnown) {
      html.element("span", "known departure", "class", "verdict known");
    }
    html.closeLine();
    byStep(first.examples()).forEach((step, failures) -> step(step, failures, isFirst));
    more(first);
    known(known);
    again();
    html.closeLine();
  }

  private static Map<String, List<CheckLog.Failure>> byStep(List<CheckLog.Failure> failures) {
    return failures.stream()
        .collect(
            Collectors.groupingBy(CheckLog.Failure::step, LinkedHashMap::new, Collectors.toList()));
  }

  private void step(String step, List<CheckLog.Failure> failures, boolean isOpen) {
    html.element("h5", "What step %s of section %s checks".formatted(step, test.page().section()));
    for (int dot = step.indexOf('.'); dot > 0; dot = step.indexOf('.', dot + 1)) {
      test.page().step(step.substring(0, dot)).ifPresent(outer -> said(outer, "says outer"));
    }
    test.page().step(step).ifPresent(checked -> said(checked, "says"));
    before(step);
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

  private void said(Page.Step step, String className) {
    PageText.write(html, step.id() + ": " + step.text(), className);
  }

  /// The steps that led there: a step is often worded by what comes before it.
  private void before(String id) {
    for (List<Page.Step> part : List.of(test.page().initialization(), test.page().procedure())) {
      int at = part.stream().map(Page.Step::id).toList().indexOf(id);
      if (at > 0) {
        html.open("details", "class", "before").element("summary", "The steps before it");
        part.subList(Math.max(0, at - STEPS_BEFORE), at).forEach(step -> said(step, "says"));
        html.closeLine();
      }
    }
  }

  private void more(AssertionResult assertion) {
    int shown = assertion.examples().size();
    if (assertion.failures() > shown) {
      String text =
          "The first %d of %,d failures are shown.".formatted(shown, assertion.failures());
      html.element("p", text, "class", "aside");
    }
  }

  private void known(List<KnownDeparture> known) {
    html.element("h5", "Known departure");
    if (known.isEmpty()) {
      html.element("p", "No: no entry of an expect file covers it.", "class", "says");
    }
    known.stream()
        .map(KnownDeparture::text)
        .distinct()
        .forEach(text -> html.element("p", "Yes: " + text, "class", "says"));
  }

  private void again() {
    html.element("h5", "Run just this test again");
    Command.write(html, again);
  }
}
