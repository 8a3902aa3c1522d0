package org.ibassay.runner.report;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.ibassay.runner.AssertionResult;
import org.ibassay.runner.DutInfo;
import org.ibassay.runner.RunResult;
import org.ibassay.runner.TestResult;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.cause.FailureText;
import org.ibassay.runner.cause.StepText;
import org.ibassay.suite.CheckLog;

/// Writes `junit.xml` for CI servers: a suite for each DUT, a case for each test.
///
/// `fail` is a failure, `error` and `inconclusive` are errors, `not-applicable` is skipped. A DUT
/// that could not be tested is one error, in a case of its own, and its tests are skipped. A test
/// with only known non-conformances has not passed: it is skipped, with their reasons, or an error
/// if other checks were undecided; its output contains the failures.
///
/// Uses the common subset of the schemas published for this format, none of which is official; the
/// beginning of `junit.xsd` lists them.
public final class JunitFile {
  private final XMLStreamWriter xml;
  private final RunResult run;

  private JunitFile(XMLStreamWriter xml, RunResult run) {
    this.xml = xml;
    this.run = run;
  }

  /// Writes the file.
  public static void write(RunResult result, Path file) throws IOException {
    try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(writer);
      new JunitFile(xml, result).suites();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private void suites() throws XMLStreamException {
    xml.writeStartDocument("UTF-8", "1.0");
    start("testsuites", "name", "ibassay", "time", seconds(run.duration()));
    counts(run.tests(), run.duts());
    for (int dut = 0; dut < run.duts().size(); dut++) {
      suite(dut);
    }
    end();
    xml.writeEndDocument();
    xml.writeCharacters("\n");
  }

  private void suite(int index) throws XMLStreamException {
    List<TestResult> tests = run.tests().stream().filter(test -> test.dut() == index).toList();
    Duration duration =
        tests.stream().map(TestResult::duration).reduce(Duration.ZERO, Duration::plus);
    DutInfo dut = run.duts().get(index);
    start(
        "testsuite",
        "name",
        dut.uri(),
        "timestamp",
        run.started().toString(),
        "time",
        seconds(duration));
    counts(tests, List.of(dut));
    attribute("skipped", count(tests, List.of(Verdict.NOT_APPLICABLE)));
    if (dut.trouble() != null) {
      device(dut, dut.trouble());
    }
    for (TestResult test : tests) {
      testCase(test);
    }
    end();
  }

  private void device(DutInfo dut, DutInfo.Trouble trouble) throws XMLStreamException {
    start("testcase", "name", dut.uri(), "classname", "device", "time", "0.000");
    start("error", "type", trouble.verdict().text(), "message", trouble.text());
    end();
    end();
  }

  private void counts(List<TestResult> tests, List<DutInfo> duts) throws XMLStreamException {
    long devices = duts.stream().filter(dut -> dut.trouble() != null).count();
    attribute("tests", Long.toString(tests.size() + devices));
    attribute("failures", count(tests, List.of(Verdict.FAIL)));
    long errors = number(tests, List.of(Verdict.ERROR, Verdict.INCONCLUSIVE));
    attribute("errors", Long.toString(errors + devices));
  }

  private String count(List<TestResult> tests, List<Verdict> verdicts) {
    return Long.toString(number(tests, verdicts));
  }

  private long number(List<TestResult> tests, List<Verdict> verdicts) {
    return tests.stream().filter(test -> verdicts.contains(counted(test))).count();
  }

  /// A DUT that was not restored is an error, even if the test passed.
  private Verdict counted(TestResult test) {
    if (run.isLeftOut(test)) {
      return Verdict.NOT_APPLICABLE;
    }
    if (test.counted() != Verdict.PASS) {
      return test.counted();
    }
    if (!test.notPutBack().isEmpty()) {
      return Verdict.INCONCLUSIVE;
    }
    return test.isKnown() ? Verdict.NOT_APPLICABLE : Verdict.PASS;
  }

  private void testCase(TestResult test) throws XMLStreamException {
    start(
        "testcase",
        "name",
        name(test),
        "classname",
        test.page().className(),
        "time",
        seconds(test.duration()));
    switch (counted(test)) {
      case FAIL -> outcome("failure", test);
      case ERROR, INCONCLUSIVE -> outcome("error", test);
      case NOT_APPLICABLE -> start("skipped", "message", reason(test));
      case PASS -> {}
    }
    if (counted(test) != Verdict.PASS) {
      end();
    }
    if (test.isKnown()) {
      start("system-out");
      text("known non-conformances:\n" + failures(test));
      end();
    }
    end();
  }

  /// The name of a case. GitLab ignores the name of the suite, and of several cases with the same
  /// class and name it keeps only the first.
  private String name(TestResult test) {
    String name = test.page().id() + " " + test.page().title();
    if (run.duts().size() == 1) {
      return name;
    }
    List<String> uris = run.duts().stream().map(DutInfo::uri).toList();
    String uri = uris.get(test.dut());
    int before = Collections.frequency(uris.subList(0, test.dut()), uri);
    return name + " on " + uri + (before == 0 ? "" : " #" + (before + 1));
  }

  private void outcome(String element, TestResult test) throws XMLStreamException {
    start(element, "type", counted(test).text(), "message", reason(test));
    text(failures(test));
  }

  private String reason(TestResult test) {
    if (test.isKnown() && counted(test) == Verdict.NOT_APPLICABLE) {
      return "known non-conformances: " + known(test);
    }
    String reason = test.reason();
    if (reason != null) {
      return reason;
    }
    if (test.counted() == Verdict.PASS) {
      return "the DUT was not restored";
    }
    List<String> failed =
        test.judgement().assertions().stream()
            .filter(assertion -> assertion.verdict() == Verdict.FAIL)
            .map(AssertionResult::id)
            .toList();
    return "failed: " + String.join(", ", failed);
  }

  private static String known(TestResult test) {
    return test.judgement().assertions().stream()
        .filter(assertion -> assertion.known() != null)
        .map(assertion -> assertion.id() + ": " + Objects.requireNonNull(assertion.known()).text())
        .collect(Collectors.joining("; "));
  }

  /// Returns the failures of a test, a line for each assertion and example.
  public static String failures(TestResult test) {
    List<String> lines = new ArrayList<>();
    for (AssertionResult assertion : test.judgement().assertions()) {
      if (assertion.verdict() == Verdict.FAIL) {
        lines.add(
            "%s: %d of %d checks of it failed%s"
                .formatted(
                    assertion.id(),
                    assertion.failures(),
                    assertion.checks(),
                    meaning(test, assertion.id())));
        assertion.examples().forEach(failure -> lines.add("  " + line(failure)));
      }
    }
    test.notPutBack().forEach(left -> lines.add("not restored: " + left));
    return String.join("\n", lines);
  }

  /// Returns the step that proves the assertion, in parentheses.
  private static String meaning(TestResult test, String assertion) {
    return StepText.proving(test, assertion).stream()
        .findFirst()
        .map(step -> " (step %s: %s)".formatted(step.id(), StepText.sentence(step)))
        .orElse("");
  }

  private static String line(CheckLog.Failure failure) {
    String where = failure.where().coordinates().isEmpty() ? "" : failure.where() + ": ";
    String packet = failure.packet() == 0 ? "" : " [packet %d]".formatted(failure.packet());
    return "step %s: %sexpected %s; received %s%s"
        .formatted(
            failure.step(),
            where,
            FailureText.expected(failure),
            FailureText.received(failure),
            packet);
  }

  private static String seconds(Duration duration) {
    return String.format(Locale.ROOT, "%.3f", duration.toNanos() / 1e9);
  }

  private void start(String element, String... attributes) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement(element);
    for (int i = 0; i < attributes.length; i += 2) {
      attribute(attributes[i], attributes[i + 1]);
    }
  }

  private void attribute(String name, String value) throws XMLStreamException {
    xml.writeAttribute(name, legal(value));
  }

  private void text(String text) throws XMLStreamException {
    xml.writeCharacters(legal(text));
  }

  private void end() throws XMLStreamException {
    xml.writeEndElement();
  }

  /// Replaces characters that XML 1.0 cannot represent.
  private static String legal(String text) {
    return text.replaceAll("[^\\t\\n\\r -\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD");
  }
}
