package org.ibassay.runner.fabric;

import java.io.IOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;
import org.ibassay.runner.Verdict;
import org.jspecify.annotations.Nullable;

/// Writes `junit.xml` of a run over a fabric: one suite per group of nodes, and one for faults of
/// the fabric itself.
public final class FabricJunit {
  private final XMLStreamWriter xml;

  private FabricJunit(XMLStreamWriter xml) {
    this.xml = xml;
  }

  /// Writes the file.
  public static void write(FabricResult result, Path file) throws IOException {
    try (Writer writer = Files.newBufferedWriter(file, StandardCharsets.UTF_8)) {
      XMLStreamWriter xml = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(writer);
      xml.writeStartDocument("UTF-8", "1.0");
      new FabricJunit(xml).suites(result);
      xml.writeEndDocument();
      xml.close();
    } catch (XMLStreamException e) {
      throw new IOException(e);
    }
  }

  private void suites(FabricResult result) throws XMLStreamException {
    start("testsuites", "name", "ibassay");
    int number = 0;
    for (NodeGroup group : result.groups()) {
      String name = "group %d: %d of %s".formatted(++number, group.who().size(), group.make());
      suite(name, group);
    }
    fabric(result);
    xml.writeEndElement();
  }

  private void suite(String name, NodeGroup group) throws XMLStreamException {
    List<Verdict> verdicts = group.tests().stream().map(NodeGroup::counted).toList();
    start(
        "testsuite",
        "name",
        name,
        "tests",
        Integer.toString(verdicts.size()),
        "failures",
        count(verdicts, Verdict.FAIL),
        "errors",
        count(verdicts, Verdict.ERROR, Verdict.INCONCLUSIVE),
        "skipped",
        count(verdicts, Verdict.NOT_APPLICABLE));
    for (Map<String, @Nullable Object> test : group.tests()) {
      start("testcase", "name", Trees.text(test, "id") + " on " + name, "classname", "fabric");
      String outcome =
          switch (NodeGroup.counted(test)) {
            case FAIL -> "failure";
            case ERROR, INCONCLUSIVE -> "error";
            case NOT_APPLICABLE -> "skipped";
            case PASS -> "";
          };
      if (!outcome.isEmpty()) {
        start(outcome, "message", reason(test));
        xml.writeEndElement();
      }
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private void fabric(FabricResult result) throws XMLStreamException {
    List<String> silent =
        Stream.concat(
                result.facts().silent().stream().map(FabricFacts.Silent::toString),
                result.facts().oddities().stream())
            .toList();
    start(
        "testsuite",
        "name",
        "fabric",
        "tests",
        "2",
        "failures",
        result.differences().isEmpty() ? "0" : "1",
        "errors",
        silent.isEmpty() ? "0" : "1");
    start("testcase", "name", "topology", "classname", "fabric");
    outcome("failure", result.differences());
    start("testcase", "name", "every node answers", "classname", "fabric");
    outcome("error", silent);
    xml.writeEndElement();
  }

  private void outcome(String element, List<String> lines) throws XMLStreamException {
    if (!lines.isEmpty()) {
      start(element, "message", lines.getFirst());
      xml.writeCharacters(legal(String.join("\n", lines)));
      xml.writeEndElement();
    }
    xml.writeEndElement();
  }

  private static String reason(Map<String, @Nullable Object> test) {
    String reason = Trees.text(test, "reason");
    return reason.isEmpty() ? Trees.text(test, "verdict") : reason;
  }

  private static String count(List<Verdict> verdicts, Verdict... wanted) {
    return Long.toString(verdicts.stream().filter(List.of(wanted)::contains).count());
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
