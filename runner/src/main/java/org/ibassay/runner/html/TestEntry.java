package org.ibassay.runner.html;

import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.FailureText;
import org.ibassay.runner.cause.StepText;
import org.ibassay.suite.CheckLog;

/// A test in the list: its line, and the details that open below it.
final class TestEntry {
  private static final String KNOWN = "known";
  private static final int LONGEST = 100;

  private final Html html;
  private final RunResult run;
  private final TestResult test;

  TestEntry(Html html, RunResult run, TestResult test) {
    this.html = html;
    this.run = run;
    this.test = test;
  }

  /// Returns the value by which the list is sorted and filtered: the verdict, or `known` if all
  /// failures are known non-conformances.
  static String outcome(TestResult test) {
    return test.isKnown() ? KNOWN : test.verdict().text();
  }

  /// The text of an outcome.
  static String text(String outcome) {
    return outcome.equals(KNOWN) ? "known fail" : outcome;
  }

  /// The id of its element: equal in all runs of that test on that device.
  String id() {
    List<String> uris = run.duts().stream().map(DutInfo::uri).toList();
    int before = Collections.frequency(uris.subList(0, test.dut()), uri());
    String id = test.page().id() + "-" + Html.id(uri());
    return before == 0 ? id : id + "-" + (before + 1);
  }

  void write(Packets packets, String again, boolean isOpen) {
    String outcome = outcome(test);
    html.open(
        "li",
        "class",
        "test",
        "id",
        id(),
        "data-verdict",
        outcome,
        "data-dut",
        Integer.toString(test.dut() + 1),
        "data-words",
        test.page().section());
    if (isOpen) {
      html.open("details", "open", "");
    } else {
      html.open("details");
    }
    html.open("summary").open("span");
    html.element("span", text(outcome), "class", "verdict " + outcome);
    if (test.isUnstable()) {
      html.text(" ").element("span", "unstable", "class", "verdict inconclusive");
    }
    html.close();
    html.element("h3", test.page().id());
    html.element("span", PageText.plain(test.page().title()), "class", "title");
    html.open("span", "class", "when");
    if (run.duts().size() > 1) {
      html.element("span", uri() + " · ", "class", "where");
    }
    html.text(time(test.duration())).close().closeLine();
    if (isOpen) {
      body(packets, again);
    } else {
      // so that the browser does not parse what is not opened
      html.open("script", "type", "text/plain", "class", "packed");
      body(packets, again);
      html.close();
    }
    html.close().closeLine();
  }

  private void body(Packets packets, String again) {
    html.open("div", "class", "body");
    said(again);
    new FailureCards(html, test, packets, id(), again).write();
    assertions();
    html.close();
  }

  private String uri() {
    return run.duts().get(test.dut()).uri();
  }

  private void said(String again) {
    html.open("p").element("b", "On: ").text(uri() + "; " + test.page().citedSection() + "; ");
    html.element("a", "link to this test", "href", "#" + id()).closeLine();
    if (test.reason() != null) {
      line("Reason", test.reason());
    }
    test.notes().forEach(note -> line("Note", note));
    test.notRestored()
        .forEach(left -> line(left.isFinal() ? "No Set can restore" : "Not restored", left.text()));
    if (test.rounds().size() > 1) {
      line("Rounds", rounds(test.rounds()));
    }
    TestResult.Packets count = test.packets();
    if (count.sent() > 0) {
      line(
          "Packets",
          "%,d sent, %,d received, %,d retried"
              .formatted(count.sent(), count.received(), count.retried()));
    }
    boolean hasCards = test.judgement().assertions().stream().anyMatch(TestEntry::isCard);
    if (!hasCards && test.verdict().compareTo(Verdict.PASS) < 0) {
      html.element("p", "Run just this test again:");
      Command.write(html, again);
    }
  }

  private static boolean isCard(AssertionResult assertion) {
    return assertion.verdict() == Verdict.FAIL;
  }

  private static String rounds(List<Verdict> rounds) {
    boolean isStable = rounds.stream().distinct().count() == 1;
    return isStable
        ? rounds.getFirst().text() + " in all " + rounds.size()
        : "unstable: " + rounds.stream().map(Verdict::text).collect(Collectors.joining(", "));
  }

  private void line(String label, String text) {
    html.open("p").element("b", label + ": ").text(text).closeLine();
  }

  private void assertions() {
    List<AssertionResult> all = test.judgement().assertions();
    if (all.isEmpty()) {
      return;
    }
    html.open("table", "class", "asserted");
    html.element("caption", "Assertions").open("thead").open("tr");
    for (String head : List.of("Verdict", "Assertion", "Checks", "Why")) {
      html.element("th", head, "scope", "col");
    }
    html.close().close().open("tbody");
    all.forEach(this::assertion);
    html.close().closeLine();
  }

  private void assertion(AssertionResult assertion) {
    String outcome = assertion.known() == null ? assertion.verdict().text() : KNOWN;
    html.open("tr", "data-assertion", "").open("td");
    html.element("span", text(outcome), "class", "verdict " + outcome).close();
    html.open("th", "scope", "row").text(assertion.id() + " ");
    checked(assertion.id()).ifPresent(step -> html.element("small", step));
    html.close();
    html.element("td", checks(assertion)).element("td", why(assertion)).closeLine();
  }

  /// The first step at which an assertion failed, or else is checked: an id alone says little.
  private Optional<String> checked(String assertion) {
    return StepText.proving(test, assertion).stream()
        .findFirst()
        .map(step -> "step " + step.id() + ": " + cut(PageText.plain(step.text())));
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  private static String checks(AssertionResult assertion) {
    return assertion.failures() == 0
        ? "%,d".formatted(assertion.checks())
        : "%,d of %,d failed".formatted(assertion.failures(), assertion.checks());
  }

  private static String why(AssertionResult assertion) {
    if (assertion.isUnstable()) {
      return rounds(assertion.rounds());
    }
    if (assertion.reason() != null) {
      return assertion.reason();
    }
    return assertion.examples().stream()
        .findFirst()
        .map((CheckLog.Failure f) ->
            "expected %s; received %s".formatted(FailureText.expected(f), FailureText.received(f)))
        .orElse("");
  }

  static String time(Duration duration) {
    return duration.toMinutes() > 1
        ? "%d:%02d min".formatted(duration.toMinutes(), duration.toSecondsPart())
        : String.format(Locale.ROOT, "%.2f s", duration.toMillis() / 1000.0);
  }
}
