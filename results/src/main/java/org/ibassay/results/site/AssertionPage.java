package org.ibassay.results.site;

import java.util.List;
import java.util.Map;
import org.ibassay.results.store.History;
import org.ibassay.runner.html.Html;

/// The page of an assertion: the devices and firmware versions on which it failed.
final class AssertionPage {
  private AssertionPage() {}

  /// @param histories histories of this assertion
  static String text(String assertion, List<History> histories, String foot) {
    StorePage page = new StorePage("../", assertion);
    Html html = page.html();
    page.meaning(histories.getFirst(), "p");
    html.element("h2", "Devices on which it failed");
    page.table(
        "Devices on which it failed",
        _ -> List.of("Device", "Test", "Changed", "Versions").forEach(page::column),
        _ -> histories.forEach(history -> row(page, history)));
    return page.end(foot);
  }

  private static void row(StorePage page, History history) {
    Html html = page.html();
    html.open("tr").open("th", "scope", "row");
    page.device(history.device());
    html.close().open("td").element("code", history.test()).close().open("td");
    page.changes(history);
    html.close().open("td").open("table", "class", "versions").open("tbody");
    for (Map.Entry<String, History.State> version : history.states().entrySet()) {
      html.open("tr").element("th", version.getKey(), "scope", "row");
      page.state(version.getValue());
      html.close();
    }
    html.close().close().close().closeLine();
  }
}
