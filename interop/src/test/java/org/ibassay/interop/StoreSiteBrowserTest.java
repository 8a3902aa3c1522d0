package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.peers.Browser;
import org.ibassay.peers.RequiresPeer;
import org.ibassay.results.site.StoreSite;
import org.ibassay.results.store.Store;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages of a store in a real browser, from a phone to a wall screen, light and dark. Pictures
/// are kept in `target/results-site`.
@RequiresPeer(Browser.PROGRAM)
final class StoreSiteBrowserTest {
  private static final Path SHOTS = Path.of("target/results-site");
  private static final List<Integer> WIDTHS = List.of(320, 1120, 2560);
  private static final int HEIGHT = 1200;

  @Test
  void everyKindOfPageFitsEveryScreenAndCanBeRead(@TempDir Path directory) throws Exception {
    Path site = directory.resolve("site");
    try (Store store = Store.open(directory.resolve("lab.db").toString())) {
      store.add(new GeneratedResults(1).write(directory, 60), null, null);
      StoreSite.write(store, site, "2026-01-01");
    }
    Files.createDirectories(SHOTS);
    try (Browser browser = Browser.start(directory)) {
      for (Path page :
          List.of(site.resolve("index.html"), first(site, "devices"), first(site, "assertions"))) {
        browser.open(page.toUri());
        for (int width : WIDTHS) {
          for (boolean isDark : List.of(false, true)) {
            browser.show(width, HEIGHT, isDark);
            String kind = site.relativize(page).getName(0).toString().replace(".html", "");
            String what = "%s-%d-%s".formatted(kind, width, isDark ? "dark" : "light");
            assertThat(browser.evaluate("document.documentElement.scrollWidth").intValue())
                .as(what)
                .isLessThanOrEqualTo(width);
            assertThat(browser.paleText()).as(what).isEmpty();
            browser.screenshot(SHOTS.resolve(what + ".png"));
          }
        }
      }
      assertThat(browser.requests())
          .allSatisfy(address -> assertThat(address).startsWith(site.toUri().toString()));
      assertThat(browser.complaints()).isEmpty();
    }
  }

  private static Path first(Path site, String folder) throws Exception {
    try (Stream<Path> pages = Files.list(site.resolve(folder))) {
      return pages.sorted().toList().getFirst();
    }
  }
}
