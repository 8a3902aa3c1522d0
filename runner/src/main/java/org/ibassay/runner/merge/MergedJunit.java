package org.ibassay.runner.merge;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.ibassay.runner.UsageException;
import org.ibassay.runner.Verdict;
import org.ibassay.runner.fabric.GroupFailure;
import org.ibassay.runner.fabric.NodeGroup;
import org.ibassay.runner.fabric.Trees;
import org.jspecify.annotations.Nullable;

/// Writes `junit.xml` of a merged result: a suite for each device, a case for each test. Verdicts
/// become outcomes as in [org.ibassay.runner.report.JunitFile].
public final class MergedJunit {
  private static final double MILLIS_PER_SECOND = 1000;

  private final XMLStreamWriter xml;
  private final MergedResult result;
  private final UnaryOperator<String> classes;
  private final List<Map<String, @Nullable Object>> tests = new ArrayList<>();
  private int dut = -1;

  private MergedJunit(XMLStreamWriter xml, MergedResult result, UnaryOperator<String> classes) {
    this.xml = xml;
    this.result = result;
    this.classes = classes;
  }

  /// Writes the file.
  ///
  /// @param classes class names of the tests, by their ids
  public static void write(
      Merge merge, MergedResult result, UnaryOperator<String> classes, Path file)
      throws IOException, UsageException {
    try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(writer);
      xml.writeStartDocument("UTF-8", "1.0");
      MergedJunit junit = new MergedJunit(xml, result, classes);
      junit.start("testsuites", "name", "ibassay", "time", seconds(result.duration().toMillis()));
      merge.<XMLStreamException>tests(junit::take);
      junit.suite();
      xml.writeEndElement();
      xml.writeEndDocument();
      xml.writeCharacters("\n");
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  /// Adds a test; tests of one device must be consecutive.
  private void take(int ofDut, Map<String, @Nullable Object> test) throws XMLStreamException {
    if (ofDut != dut) {
      suite();
      dut = ofDut;
    }
    tests.add(test);
  }

  private void suite() throws XMLStreamException {
    if (tests.isEmpty()) {
      return;
    }
    long millis = 0;
    for (Map<String, @Nullable Object> test : tests) {
      millis += Long.parseLong(Trees.text(test, "durationMillis"));
    }
    String label = result.duts().get(dut).label();
    start(
        "testsuite",
        "name",
        label,
        "timestamp",
        result.started().toString(),
        "time",
        seconds(millis),
        "tests",
        Integer.toString(tests.size()),
        "failures",
        count(Verdict.FAIL),
        "errors",
        count(Verdict.INCONCLUSIVE),
        "skipped",
        count(Verdict.NOT_APPLICABLE));
    for (Map<String, @Nullable Object> test : tests) {
      testCase(label, test);
    }
    xml.writeEndElement();
    tests.clear();
  }

  private String count(Verdict outcome) {
    long count = 0;
    for (Map<String, @Nullable Object> test : tests) {
      count += outcome(test) == outcome ? 1 : 0;
    }
    return Long.toString(count);
  }

  /// The outcome: an error of the tester counts as inconclusive, a known failure as skipped, and a
  /// device that was not restored as an error.
  private static Verdict outcome(Map<String, @Nullable Object> test) {
    Verdict counted = NodeGroup.counted(test);
    if (counted == Verdict.ERROR) {
      return Verdict.INCONCLUSIVE;
    }
    if (counted != Verdict.PASS) {
      return counted;
    }
    if (test.get("notPutBack") instanceof List<?>) {
      return Verdict.INCONCLUSIVE;
    }
    return Trees.text(test, "verdict").equals(Verdict.PASS.text())
        ? Verdict.PASS
        : Verdict.NOT_APPLICABLE;
  }

  private void testCase(String label, Map<String, @Nullable Object> test)
      throws XMLStreamException {
    String id = Trees.text(test, "id");
    start(
        "testcase",
        "name",
        "%s %s on %s".formatted(id, Trees.text(test, "title"), label),
        "classname",
        classes.apply(id),
        "time",
        seconds(Long.parseLong(Trees.text(test, "durationMillis"))));
    switch (outcome(test)) {
      case FAIL -> outcome("failure", test);
      case ERROR, INCONCLUSIVE -> outcome("error", test);
      case NOT_APPLICABLE -> outcome("skipped", test);
      case PASS -> {}
    }
    xml.writeEndElement();
  }

  private void outcome(String element, Map<String, @Nullable Object> test)
      throws XMLStreamException {
    String verdict = Trees.text(test, "verdict");
    String reason = Trees.text(test, "reason");
    List<String> lines = GroupFailure.of(test).lines();
    String first = lines.isEmpty() ? verdict : lines.getFirst();
    boolean isKnown = element.equals("skipped") && verdict.equals(Verdict.FAIL.text());
    String message =
        isKnown ? "known non-conformance: " + first : reason.isEmpty() ? first : reason;
    start(element, "message", message);
    if (!element.equals("skipped")) {
      xml.writeAttribute("type", NodeGroup.counted(test).text());
      xml.writeCharacters(legal(String.join("\n", lines)));
    }
    xml.writeEndElement();
  }

  private static String seconds(long millis) {
    return String.format(Locale.ROOT, "%.3f", millis / MILLIS_PER_SECOND);
  }

  private void start(String element, String... attributes) throws XMLStreamException {
    xml.writeCharacters("\n");
    xml.writeStartElement(element);
    for (int i = 0; i < attributes.length; i += 2) {
      xml.writeAttribute(attributes[i], legal(attributes[i + 1]));
    }
  }

  /// Replaces characters that XML 1.0 cannot represent.
  private static String legal(String text) {
    return text.replaceAll("[^\\t\\n\\r -\\uD7FF\\uE000-\\uFFFD\\x{10000}-\\x{10FFFF}]", "\uFFFD");
  }
}
