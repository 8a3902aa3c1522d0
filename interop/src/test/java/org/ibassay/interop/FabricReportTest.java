package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.ibassay.peers.Browser;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The report of a run over a large fabric in a browser.
@RequiresPeer(Browser.PROGRAM)
@Order(6)
final class FabricReportTest {
  private static final String FABRIC =
      "sim:fabric?fat-tree=36&levels=3&pods=2&at=host-5:deviation=resptime.declares-31";
  private static final String OPENED = "document.querySelectorAll('details[open]').length";

  @TempDir private Path directory;

  @Test
  void ofAThousandNodes() throws Exception {
    Path out = directory.resolve("out");
    Umad2Sim.alone(
        directory,
        "run",
        "C13_013",
        "--safe",
        "--quiet",
        "--fabric",
        FABRIC,
        "--out",
        out.toString());
    try (Browser browser = Browser.start(directory)) {
      browser.show(1024, 900, false);
      browser.open(out.resolve("report.html").toUri());
      assertThat(text(browser, "document.querySelector('h1').textContent")).isEqualTo("fail");
      assertThat(text(browser, "document.querySelector('.group h2').textContent"))
          .isEqualTo("Groups that differ");
      listsOpenAndClose(browser);
      theSummaryStandsAlone(browser);
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests()).allMatch(url -> url.startsWith("file:"));
    }
  }

  private static String text(Browser browser, String script) throws Exception {
    return browser.evaluate(script).stringValue();
  }

  private static int number(Browser browser, String script) throws Exception {
    return browser.evaluate(script).intValue();
  }

  /// The tester's own node is not tested.
  private static void listsOpenAndClose(Browser browser) throws Exception {
    int nodes = number(browser, "document.querySelectorAll('.who li').length");
    assertThat(nodes).isGreaterThan(1000);
    assertThat(number(browser, OPENED)).isZero();
    int height = number(browser, "document.body.offsetHeight");
    browser.evaluate("document.querySelectorAll('summary').forEach(each => each.click())");
    assertThat(number(browser, OPENED)).isPositive();
    assertThat(number(browser, "document.body.offsetHeight")).isGreaterThan(height);
    browser.evaluate("document.querySelectorAll('summary').forEach(each => each.click())");
    assertThat(number(browser, OPENED)).isZero();
  }

  private static void theSummaryStandsAlone(Browser browser) throws Exception {
    browser.evaluate("location.hash = 'summary'");
    String shown =
        "[...document.body.children].filter(each => each.checkVisibility()).map(each => each.id)";
    assertThat(text(browser, shown + ".join()")).isEqualTo("summary");
  }
}
