package org.ibassay.runner.html;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.runner.ReadingResult;
import org.ibassay.runner.RunResult;
import org.ibassay.suite.Reading;

/// The ways of readings that each device follows.
final class ReadingTable {
  /// The id of its element.
  static final String ID = "readings";

  private static final String ABOUT =
      "A reading is a point that the specification leaves open, or that known implementations take"
          + " differently. It is a verdict only where a public page is clear, or where the run is"
          + " strict about it: ";

  private final Html html;
  private final RunResult run;
  private final boolean hasDuts;

  ReadingTable(Html html, RunResult run) {
    this.html = html;
    this.run = run;
    this.hasDuts = run.duts().size() > 1;
  }

  static boolean isEmpty(RunResult run) {
    return run.readings().isEmpty() && run.unmet().isEmpty();
  }

  /// Describes whose ways they are: a sentence without its beginning.
  static String who(RunResult run) {
    return run.duts().size() > 1 ? "each device interprets" : "this device interprets";
  }

  void write() {
    if (isEmpty(run)) {
      return;
    }
    html.open("section", "class", "wide readings", "id", ID);
    html.element("h2", "Readings: how " + who(run) + " ambiguous rules");
    html.open("p").text(ABOUT).element("code", "--strict ID=WAY").text(".").closeLine();
    List<ReadingResult> results = run.readings();
    if (!results.isEmpty()) {
      html.open("table").open("thead").open("tr");
      heads().forEach(head -> html.element("th", head, "scope", "col"));
      html.close().close().open("tbody");
      for (Reading reading : results.stream().map(ReadingResult::reading).distinct().toList()) {
        rows(results.stream().filter(result -> result.reading() == reading).toList());
      }
      html.close().closeLine();
    }
    for (Reading reading : run.unmet()) {
      html.element("p", "No test that was run meets " + reading.id() + ".");
    }
    html.closeLine();
  }

  private List<String> heads() {
    List<String> heads = new ArrayList<>(List.of("Reading", "Way", "Meaning", "Section"));
    if (hasDuts) {
      heads.add(1, "Device");
    }
    return heads;
  }

  /// Writes the rows of a reading, with its question in the first.
  private void rows(List<ReadingResult> ofDuts) {
    for (ReadingResult result : ofDuts) {
      Reading reading = result.reading();
      html.open("tr").open("th", "scope", "row", "data-label", "Reading");
      html.element("code", reading.id()).text(" ").element("span", reading.question()).close();
      if (hasDuts) {
        html.open("td", "data-label", "Device");
        html.element("code", run.duts().get(result.dut()).uri()).close();
      }
      way(result);
      html.open("td", "data-label", "Meaning");
      result.ways().forEach(seen -> html.element("div", meaning(seen)));
      html.close();
      html.element("td", reading.section(), "data-label", "Section").closeLine();
    }
  }

  private void way(ReadingResult result) {
    html.open("td", "data-label", "Way");
    Reading.Way asked = result.asked();
    if (asked == null) {
      html.element("b", result.text());
    } else {
      String verdict = result.isAllowed() ? "pass" : "fail";
      html.element("span", result.text(), "class", "verdict " + verdict);
      html.text(" strict: " + asked.id());
    }
    html.close();
  }

  private static String meaning(ReadingResult.Seen seen) {
    return "%s (seen by %s)".formatted(seen.way().meaning(), String.join(", ", seen.tests()));
  }
}
