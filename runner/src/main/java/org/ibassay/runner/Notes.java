package org.ibassay.runner;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.suite.Page;

/// Notes on a verdict: where the link differs from that of the page, and remarks of the test.
final class Notes {
  private Notes() {}

  static List<String> of(Page page, DutInfo dut, List<String> remarks) {
    List<String> notes = new ArrayList<>(remarks);
    DutInfo.Link link = dut.link();
    if (link == null) {
      return notes;
    }
    if (page.topology().contains("SimpleLink") && link.hops() > 1) {
      notes.add("the DUT is " + link.hops() + " hops away; the page cables it to the tester");
    }
    unlisted(page, "Width=", link.width(), notes);
    unlisted(page, "Speed=", link.speed(), notes);
    return notes;
  }

  /// Notes a value that is not in the page's list, such as `Width=1X, 4X, or 12X; Speed=SDR, DDR;
  /// ...`.
  private static void unlisted(Page page, String key, String value, List<String> notes) {
    int start = page.topology().indexOf(key);
    if (start < 0) {
      return;
    }
    int end = page.topology().indexOf(';', start);
    String list = page.topology().substring(start, end < 0 ? page.topology().length() : end);
    if (!List.of(list.split("[^A-Za-z0-9]+", -1)).contains(value)) {
      notes.add("the link runs at " + value + ", which the test's page does not list");
    }
  }
}
