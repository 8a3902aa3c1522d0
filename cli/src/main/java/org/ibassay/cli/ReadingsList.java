package org.ibassay.cli;

import java.io.PrintWriter;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ibassay.runner.report.JsonOutput;
import org.ibassay.suite.Reading;

/// The list of readings, for `ibassay list --readings`.
record ReadingsList(PrintWriter out, Terminal terminal) {
  private static final int WAY = 12;
  private static final String INDENT = "    ";

  void print(boolean isJson) {
    if (isJson) {
      out.print(JsonOutput.text(Arrays.stream(Reading.values()).map(ReadingsList::tree).toList()));
    } else {
      Arrays.stream(Reading.values()).forEach(this::print);
    }
  }

  private void print(Reading reading) {
    out.println(terminal.bold(reading.id()) + "  " + reading.section());
    wrapped(INDENT, reading.question());
    for (Reading.Way way : reading.ways()) {
      String id = way.id() + " ".repeat(Math.max(1, WAY - way.id().length()));
      wrapped(INDENT + id, "%s [%s]".formatted(way.meaning(), way.witnesses()));
    }
  }

  private void wrapped(String lead, String text) {
    String first = lead;
    for (String line : Text.wrap(text, terminal.columns() - lead.length())) {
      out.println(first + line);
      first = " ".repeat(lead.length());
    }
  }

  private static Map<String, Object> tree(Reading reading) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("id", reading.id());
    tree.put("section", reading.section());
    tree.put("question", reading.question());
    tree.put("ways", reading.ways().stream().map(ReadingsList::tree).toList());
    return tree;
  }

  private static Map<String, Object> tree(Reading.Way way) {
    Map<String, Object> tree = new LinkedHashMap<>();
    tree.put("id", way.id());
    tree.put("meaning", way.meaning());
    tree.put("witnesses", way.witnesses());
    return tree;
  }
}
