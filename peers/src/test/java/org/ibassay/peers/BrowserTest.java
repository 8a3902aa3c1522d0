package org.ibassay.peers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@RequiresPeer(Browser.PROGRAM)
final class BrowserTest {
  @TempDir private Path directory;

  @Test
  void drivesAPageAndHearsItsComplaints() throws Exception {
    Path page = directory.resolve("page.html");
    Files.writeString(
        page,
        """
        <!doctype html><title>A page</title><link rel="icon" href="data:,">
        <button onclick="document.title = 'Pressed'">Press</button>
        """);
    try (Browser browser = Browser.start(directory)) {
      browser.open(page.toUri());
      assertThat(browser.complaints()).isEmpty();
      assertThat(browser.requests()).startsWith(page.toUri().toString());

      browser.show(320, 400, true);
      assertThat(browser.evaluate("innerWidth").intValue()).isEqualTo(320);
      assertThat(browser.evaluate("matchMedia('(prefers-color-scheme: dark)').matches").asBoolean())
          .isTrue();

      browser.press("Tab");
      browser.press("Enter");
      assertThat(browser.evaluate("document.title").stringValue()).isEqualTo("Pressed");

      browser.screenshot(directory.resolve("page.png"));
      assertThat(Files.readAllBytes(directory.resolve("page.png"))).startsWith(0x89, 'P', 'N', 'G');

      assertThatThrownBy(() -> browser.evaluate("nothing.there")).hasMessageContaining("nothing");
      browser.evaluate("console.error('a complaint')");
      assertThat(browser.complaints()).singleElement().asString().contains("a complaint");
    }
  }
}
