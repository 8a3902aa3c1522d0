package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.ibassay.peers.Browser;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/// The report of a run in a browser.
@RequiresPeer(Browser.PROGRAM)
@Order(6)
final class ReportTest {
  private static final String HOSTILE =
      "</script></style><img src=x onerror=hacked=1><script>hacked=1</script>\"'><b class=hack>"
          + "\u202E&lt;";

  /// Headings that are not preceded by one of the next higher level.
  private static final String SKIPPED_HEADINGS =
      """
      [...document.querySelectorAll("h1, h2, h3, h4, h5, h6")]
        .filter((h, i, all) => i && h.tagName[1] - all[i - 1].tagName[1] > 1)
        .map(h => h.textContent).join()\
      """;

  @TempDir private Path directory;

  @Test
  void ofARunWithFailures() throws Exception {
    Path out = directory.resolve("out");
    assertThat(run(out).exit()).isEqualTo(1);
    try (Browser browser = Browser.start(directory)) {
      browser.show(1024, 900, false);
      browser.open(out.resolve("report.html").toUri());
      assertThat(browser.evaluate("document.querySelector('h1').textContent").stringValue())
          .isEqualTo("Fail");

      firstCardShowsTheWrongBits(browser);
      filters(browser);
      searches(browser);
      searchesInWhatIsPacked(browser);
      linksToOneFailure(browser);
      printsWhatFailed(browser);
      worksByKeyboard(browser);
      isNamed(browser);
      for (int width : new int[] {320, 1024, 1920}) {
        for (boolean isDark : new boolean[] {false, true}) {
          fits(browser, width, isDark);
        }
      }
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests()).allMatch(url -> url.startsWith("file:"));
    }
  }

  private Processes.Outcome run(Path out) throws Exception {
    return Umad2Sim.alone(
        directory,
        "run",
        "C14_024*",
        "C13*",
        "R09_PsnGap",
        "R09_MessageLengths",
        "C09_027_05",
        "--dut",
        "sim:switch?deviation=mft.bit-stuck-at-0",
        "--dut",
        "sim:ca?deviation=rc.ack-psn-one-too-far",
        "--out",
        out.toString());
  }

  /// The first failed test is open, with its first failure.
  private static void firstCardShowsTheWrongBits(Browser browser) throws Exception {
    assertThat(waited(browser, "document.querySelectorAll('.example[open] .hit mark').length > 0"))
        .isTrue();
    assertThat(strings(browser, ".example[open] .hit dt")).containsExactly("PortMask");
    assertThat(strings(browser, ".example[open] .hit mark")).containsExactly("0xfff7");
    assertThat(strings(browser, ".example[open] .bits td.off")).containsExactly("0");
    assertThat(strings(browser, ".example[open] .bits td.expected")).containsExactly("1");
    assertThat(strings(browser, ".example[open] .raw mark")).containsExactly("ff", "f7");
    assertThat(strings(browser, ".example[open] .packet > h5")).hasSize(2);
    assertThat(strings(browser, ".test:first-child .again code"))
        .containsExactly("ibassay run C14_024_12 --dut 'sim:switch?deviation=mft.bit-stuck-at-0'");
  }

  private static void filters(Browser browser) throws Exception {
    int all = shown(browser);
    browser.evaluate("document.querySelector('[data-filter=fail]').click()");
    int failed = shown(browser);
    assertThat(failed).isPositive().isLessThan(all);
    assertThat(browser.evaluate("document.getElementById('shown').textContent").stringValue())
        .isEqualTo(failed + " of " + all + " tests");
    browser.evaluate("document.querySelector('[data-filter=\"\"]').click()");
    assertThat(shown(browser)).isEqualTo(all);
  }

  private static void searches(Browser browser) throws Exception {
    search(browser, "mtu nothing-has-this");
    assertThat(shown(browser)).isZero();
    search(browser, "v1c14-027#01");
    assertThat(shown(browser)).isPositive();
    assertThat(strings(browser, ".test:not([hidden]) tr[data-assertion]:not([hidden]) th"))
        .isNotEmpty()
        .allSatisfy(text -> assertThat(text).startsWith("v1c14-027#01 step "));
    search(browser, "");
  }

  /// All failures except the first are compressed, but can still be found: then only those are
  /// displayed.
  private static void searchesInWhatIsPacked(Browser browser) throws Exception {
    String last = ", Start_PSN 1193046, bytes 3:";
    String of = ".test:not([hidden]) .card:not([hidden]) .example:not([hidden]) > summary";
    search(browser, "R09_MessageLengths \"bytes 3\"");
    assertThat(shown(browser)).isEqualTo(1);
    browser.evaluate("document.querySelector('.test:not([hidden]) > details').open = true");
    assertThat(waited(browser, "document.querySelector(\"" + of + "\")")).isTrue();
    assertThat(strings(browser, of))
        .isNotEmpty()
        .allSatisfy(text -> assertThat(text).contains(last));
    search(browser, "");
    assertThat(strings(browser, of)).anySatisfy(text -> assertThat(text).contains("bytes 0"));
  }

  /// Each failure has its own URL, and the numbers of its packets can be found.
  private static void linksToOneFailure(Browser browser) throws Exception {
    String card = "R09_MessageLengths-sim-ca-deviation-rc.ack-psn-one-too-far-";
    String link = strings(browser, ".card[id^=\"" + card + "\"] header a").getFirst();
    assertThat(link).isEqualTo("link to this failure");
    String id = "document.querySelector('.card[id^=\"" + card + "\"]').id";
    browser.evaluate("location.hash = " + id);
    String opened = "document.getElementById(location.hash.slice(1)).closest('details').open";
    assertThat(waited(browser, opened)).isTrue();
    String packet =
        browser
            .evaluate(
                "document.querySelector('.example > summary').textContent.match(/packet"
                    + " [0-9]+/)[0]")
            .stringValue();
    search(browser, "\"" + packet + "\"");
    assertThat(shown(browser)).isEqualTo(1);
    search(browser, "");
  }

  /// When printing, the first example of each displayed failure is open, and closed again
  /// afterward.
  private static void printsWhatFailed(Browser browser) throws Exception {
    String cards = "document.querySelectorAll('.card').length";
    String open =
        "document.querySelectorAll('.test > details[open] .examples > .example[open]').length";
    int before = browser.evaluate(open).intValue();
    browser.evaluate("dispatchEvent(new Event('beforeprint'))");
    assertThat(browser.evaluate(open).intValue())
        .isGreaterThanOrEqualTo(browser.evaluate(cards).intValue());
    browser.evaluate("dispatchEvent(new Event('afterprint'))");
    assertThat(browser.evaluate(open).intValue()).isEqualTo(before);
  }

  private static void worksByKeyboard(Browser browser) throws Exception {
    browser.evaluate("document.activeElement.blur()");
    browser.press("/");
    browser.type("R09_MessageLengths");
    assertThat(shown(browser)).isLessThan(5);
    browser.press("Escape");
    assertThat(browser.evaluate("document.getElementById('search').value").stringValue()).isEmpty();
    String last = ".test:last-child summary";
    browser.evaluate("document.querySelector('" + last + "').focus()");
    browser.press("Enter");
    assertThat(browser.evaluate("document.querySelector('.test:last-child > details').open"))
        .hasToString("true");
    browser.press("Enter");
  }

  /// Requirements of screen readers: landmarks, a single first-level heading, and names of all
  /// controls.
  private static void isNamed(Browser browser) throws Exception {
    for (String landmark : List.of("header.head", "main", "[role=search]", "footer", "h1")) {
      assertThat(browser.evaluate("document.querySelectorAll('" + landmark + "').length"))
          .as(landmark)
          .hasToString("1");
    }
    assertThat(
            browser.evaluate(
                """
                [...document.querySelectorAll('button, input, select, summary, [tabindex]')]
                  .filter(e => !(e.textContent.trim() || e.getAttribute('aria-label'))).length\
                """))
        .hasToString("0");
    assertThat(browser.evaluate(SKIPPED_HEADINGS).stringValue()).isEmpty();
  }

  /// Nothing overflows at any width; a picture is kept for inspection.
  private static void fits(Browser browser, int width, boolean isDark) throws Exception {
    browser.show(width, 1200, isDark);
    browser.evaluate("window.scrollTo(0, 0)");
    assertThat(browser.paleText()).as("width %d", width).isEmpty();
    assertThat(browser.evaluate("document.documentElement.scrollWidth").intValue())
        .as("width %d", width)
        .isLessThanOrEqualTo(width);
    Path pictures = Files.createDirectories(Path.of("target", "report"));
    String name = "report-" + width + (isDark ? "-dark" : "-light") + ".png";
    browser.screenshot(pictures.resolve(name));
  }

  @Test
  void aFieldThatMayHaveSeveralValuesIsMarkedToo() throws Exception {
    Path out = directory.resolve("out");
    String dut = "sim:sm?deviation=path.p-key-0";
    Umad2Sim.alone(directory, "run", "C15_0_1_012_17_01", "--dut", dut, "--out", out.toString());
    try (Browser browser = Browser.start(directory)) {
      browser.show(1024, 900, false);
      browser.open(out.resolve("report.html").toUri());
      String open = ".example[open]";
      assertThat(waited(browser, "document.querySelector('" + open + " .hit mark') !== null"))
          .isTrue();
      assertThat(strings(browser, open + " .received dd").getFirst())
          .isEqualTo("P_Key 0 in SubnAdmGetResp(PathRecord)");
      assertThat(strings(browser, open + " .hit dt")).containsExactly("P_Key");
      assertThat(strings(browser, open + " .bits td.off")).hasSize(16);
      assertThat(strings(browser, open + " .raw mark")).hasSize(2);
      assertThat(browser.complaints()).isEmpty();
    }
  }

  /// All text of a device, a user or a page is escaped.
  @Test
  void whateverIsSaidStaysText() throws Exception {
    Path report = new LargeRun(HOSTILE).write(3, directory);
    try (Browser browser = Browser.start(directory)) {
      browser.open(report.toUri());
      assertThat(waited(browser, "document.querySelectorAll('.packet').length > 0")).isTrue();
      browser.evaluate("document.querySelectorAll('.test > details').forEach(e => e.open = true)");
      assertThat(waited(browser, "document.querySelectorAll('.example').length === 15")).isTrue();
      assertThat(browser.evaluate("typeof hacked").stringValue()).isEqualTo("undefined");
      assertThat(browser.evaluate("document.querySelectorAll('img, b.hack').length"))
          .hasToString("0");
      assertThat(browser.evaluate("document.querySelectorAll('script').length")).hasToString("2");
      assertThat(strings(browser, ".duts h2").getFirst()).contains("</script></style><img src=x");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void ofAThousandTestsIsSmallAndReadyAtOnce() throws Exception {
    Path report = new LargeRun("text").write(1000, directory);
    assertThat(Files.size(report)).isLessThan(5_000_000);
    try (Browser browser = Browser.start(directory)) {
      browser.show(1024, 900, false);
      browser.open(report.toUri());
      assertThat(waited(browser, "document.querySelectorAll('.hit mark').length > 0")).isTrue();
      // Closed elements are not created yet.
      assertThat(browser.evaluate("document.querySelectorAll('*').length").intValue())
          .isLessThan(15_000);
      assertThat(strings(browser, ".card h4")).hasSize(1);
      search(browser, "ia-large#999");
      assertThat(shown(browser)).isEqualTo(1);
      // The browser would need half a minute at the first Tab for work that it postpones while the
      // page loads.
      assertThat(
              waited(
                  browser,
                  """
                  [...document.querySelectorAll('.test')]
                    .every(e => getComputedStyle(e).contentVisibility === 'visible')\
                  """))
          .isTrue();
      JsonNode ready =
          browser.evaluate("performance.getEntriesByType('navigation')[0].domInteractive");
      System.out.printf(
          "report of 1,000 tests and 10,000 packets: %,d bytes, interactive after %.0f ms%n",
          Files.size(report), ready.doubleValue());
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static void search(Browser browser, String words) throws Exception {
    browser.evaluate(
        "search.value = '%s'; search.dispatchEvent(new Event('input'))".formatted(words));
  }

  private static int shown(Browser browser) throws Exception {
    return browser.evaluate("document.querySelectorAll('.test:not([hidden])').length").intValue();
  }

  /// Returns the texts of all matching elements of the page.
  private static List<String> strings(Browser browser, String selector) throws Exception {
    JsonNode texts =
        browser.evaluate(
            "[...document.querySelectorAll('%s')].map(e => e.textContent)".formatted(selector));
    return texts.valueStream().map(JsonNode::stringValue).toList();
  }

  /// Waits in the browser until a condition holds, frame by frame.
  private static boolean waited(Browser browser, String condition) throws Exception {
    return browser
        .evaluate(
            """
            new Promise(done => {
              let left = 600;
              const look = () => (%s) ? done(true) : left-- ? requestAnimationFrame(look) : done(false);
              look();
            })\
            """
                .formatted(condition))
        .booleanValue();
  }
}
