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
    example(failures.getFirst(), isOpen);
    List<CheckLog.Failure> others = failures.subList(1, failures.size());
    if (!others.isEmpty()) {
      html.open("details", "class", "others");
      html.element(
          "summary", others.size() + (others.size() == 1 ? " more example" : " more examples"));
      others.forEach(failure -> example(failure, false));
      html.closeLine();
    }
  }

  private void example(CheckLog.Failure failure, boolean isOpen) {
    if (isOpen) {
      html.open("details", "class", "example", "open", "");
    } else {
      html.open("details", "class", "example");
    }
    html.element("summary", place(failure)).open("div");
    html.open("dl", "class", "versus").open("div");
    html.element("dt", "Expected", "class", "label").element("dd", failure.expected()).close();
    html.open("div", "class", "came").element("dt", "Came", "class", "label");
    html.element("dd", failure.actual()).close().close();
    if (failure.field() != null) {
      FieldBits.write(html, failure.field());
    }
    packets(failure);
    html.close().closeLine();
  }

  private static String place(CheckLog.Failure failure) {
    String where = failure.where().toString();
    String packet = failure.packet() == 0 ? "no packet" : "packet " + failure.packet();
    return where.isEmpty() ? packet : where + ": " + packet;
  }

  /// Where the browser puts the packets, side by side.
  private void packets(CheckLog.Failure failure) {
    if (failure.packet() == 0 && failure.request() == 0) {
      return;
    }
    List<String> attributes = new ArrayList<>(List.of("class", "packets"));
    add(attributes, "request", failure.request());
    add(attributes, "answer", failure.packet());
    DecodedPacket answer = packets.get(failure.packet());
    DecodedPacket stimulus = packets.get(failure.request());
    if (answer != null) {
      Marks marks = Marks.of(failure, answer);
      attributes.addAll(List.of("data-rows", joined(marks.rows())));
      attributes.addAll(List.of("data-element", Integer.toString(marks.element())));
      add(attributes, "bit", marks.bit());
      add(attributes, "width", marks.width());
      if (marks.isCertain()) {
        attributes.addAll(List.of("data-certain", "1"));
      }
      if (stimulus != null) {
        attributes.addAll(List.of("data-sent", marks.rowsIn(stimulus, answer)));
      }
    }
    html.open("div", attributes.toArray(String[]::new)).closeLine();
  }

  private static String joined(List<Integer> numbers) {
    return numbers.stream().map(String::valueOf).collect(Collectors.joining(" "));
  }

  private static void add(List<String> attributes, String name, long value) {
    if (value != 0) {
      attributes.addAll(List.of("data-" + name, Long.toString(value)));
    }
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
