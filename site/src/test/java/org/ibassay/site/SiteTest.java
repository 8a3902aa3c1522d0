package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ibassay.peers.Browser;
import org.ibassay.peers.RequiresPeer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The published specification in a real browser: from a telephone to a wall screen, light and
/// dark. What it looked like stays in `target/screenshots`.
@RequiresPeer(Browser.PROGRAM)
@Tag("site")
final class SiteTest {
  private static final Path SITE = Path.of(System.getProperty("ibassay.site", ""));
  private static final Path SHOTS = Path.of("target/screenshots");

  private static final List<Integer> WIDTHS = List.of(320, 1024, 1920);
  private static final int HEIGHT = 1200;

  private static final List<String> KEPT =
      List.of("index.html", "tests/C14_024_12.html", "coverage.html", "guide.html");

  private static final int ONE_IN = 12;

  private static final Pattern TITLE = Pattern.compile("<h1[ >]");
  private static final Pattern RESOURCE =
      Pattern.compile("<link\\s[^>]*href=\"\\w+:[^>]*>|<[^>]*\\ssrc=\"\\w+:[^>]*>");

  private static Browser browser;

  @BeforeAll
  static void start(@TempDir Path scratch) throws Exception {
    Files.createDirectories(SHOTS);
    browser = Browser.start(scratch);
  }

  @AfterAll
  static void close() {
    browser.close();
  }

  private static URI page(String file) {
    return URI.create(SITE.toUri() + file);
  }

  private static List<String> pages() throws Exception {
    try (Stream<Path> files = Files.walk(SITE)) {
      return files
          .map(f -> SITE.relativize(f).toString())
          .filter(f -> f.endsWith(".html"))
          .toList();
    }
  }

  @Test
  void everyPageFitsEveryScreenAndCanBeRead() throws Exception {
    List<String> shown =
        List.of(
            "index.html",
            "tests/C14_024_12.html",
            "tests/C09_027_12.html",
            "devices.html",
            "assertions.html",
            "coverage.html",
            "qualification.html",
            "readings.html",
            "peers.html",
            "peers/opensm.html",
            "peers/soft-roce-current.html",
            "deviations.html",
            "guide.html",
            "start.html",
            "words.html",
            "dut.html",
            "protocol.html");
    for (String file : shown) {
      browser.open(page(file));
      for (int width : WIDTHS) {
        for (boolean isDark : List.of(false, true)) {
          browser.show(width, HEIGHT, isDark);
          String what = "%s, %d px, %s".formatted(file, width, isDark ? "dark" : "light");
          assertThat(browser.evaluate("document.documentElement.scrollWidth").intValue())
              .as(what)
              .isLessThanOrEqualTo(width);
          assertThat(browser.paleText()).as(what).isEmpty();
          if (KEPT.contains(file)) {
            browser.screenshot(SHOTS.resolve(what.replaceAll("\\W+", "-") + ".png"));
          }
        }
      }
    }
    assertThat(browser.complaints()).isEmpty();
  }

  /// The pages of the tests have one template: of those, the browser opens one in [#ONE_IN].
  @Test
  void nothingIsRequestedFromElsewhere() throws Exception {
    List<String> opened =
        pages().stream()
            .filter(file -> !file.startsWith("tests/") || file.hashCode() % ONE_IN == 0)
            .toList();
    assertThat(opened).anyMatch(file -> file.startsWith("tests/"));
    int before = browser.requests().size();
    for (String file : opened) {
      browser.open(page(file));
      assertThat(browser.evaluate("document.querySelectorAll('h1').length").intValue())
          .as(file)
          .isEqualTo(1);
    }
    assertThat(browser.requests().subList(before, browser.requests().size()))
        .allSatisfy(address -> assertThat(address).startsWith(SITE.toUri().toString()));
    assertThat(browser.complaints()).isEmpty();
  }

  /// Whether links lead to existing pages and anchors is checked when the site is generated.
  @Test
  void eachPageHasOneTitleAndNamesNoResourceElsewhere() throws Exception {
    for (String file : pages()) {
      String text = Files.readString(SITE.resolve(file));
      assertThat(TITLE.matcher(text).results()).as(file).hasSize(1);
      assertThat(RESOURCE.matcher(text).results().map(MatchResult::group)).as(file).isEmpty();
    }
  }

  @Test
  void aListIsFilteredAsOneTypes() throws Exception {
    String shown = "[...document.querySelectorAll('[data-item]')].filter(e => !e.hidden).length";
    browser.show(1024, HEIGHT, false);
    browser.open(page("index.html"));
    int all = browser.evaluate(shown).intValue();
    browser.evaluate("document.querySelector('[data-filter]').focus()");
    browser.type("supported switch multicast");
    assertThat(browser.evaluate(shown).intValue()).isEqualTo(1).isLessThan(all);
    assertThat(browser.evaluate("document.querySelector('output').textContent").stringValue())
        .isEqualTo("1 of " + all);
  }

  @Test
  void aLinkLeadsToItsStepAndTheKeyboardToTheContent() throws Exception {
    browser.show(1024, HEIGHT, false);
    browser.open(page("tests/C14_024_12.html#step-25.3"));
    assertThat(browser.evaluate("document.querySelector(':target').id").stringValue())
        .isEqualTo("step-25.3");
    browser.open(page("index.html"));
    browser.press("Tab");
    browser.press("Enter");
    assertThat(browser.evaluate("location.hash").stringValue()).isEqualTo("#main");
  }
}
