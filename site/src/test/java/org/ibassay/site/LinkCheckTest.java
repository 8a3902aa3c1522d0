package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class LinkCheckTest {
  @TempDir Path site;

  private void write(String file, String html) throws IOException {
    Files.createDirectories(site.resolve(file).resolve("..").normalize());
    Files.writeString(site.resolve(file), html);
  }

  @Test
  void linksLeadToFilesAndToPlacesInThem() throws IOException {
    write(
        "a.html",
        "<a href=\"t/b.html#x\"> <a href=\"#y\"> <p id=\"y\"> <a href=\"https://x.org\">");
    write("t/b.html", "<p id=\"x\"><a href=\"../a.html\">");
    assertThat(new LinkCheck(site).problems()).isEmpty();
  }

  @Test
  void aLinkThatLeadsNowhereIsNamed() throws IOException {
    write("a.html", "<a href=\"b.html\"> <a href=\"#z\"> <img src=\"i.svg\">");
    assertThat(new LinkCheck(site).problems())
        .containsExactly(
            "a.html links to \"b.html\", which does not exist",
            "a.html links to \"#z\", which does not exist",
            "a.html links to \"i.svg\", which does not exist");
  }

  @Test
  void aTitleStandsOnce() throws IOException {
    write("a.html", "<title>One</title>");
    write("b.html", "<title>Other</title>");
    write("c.html", "<title>One</title>");
    assertThat(new LinkCheck(site).problems())
        .containsExactly("c.html has the title of a.html: One");
  }

  @Test
  void anIdStandsOnce() throws IOException {
    write("a.html", "<p id=\"x\"><p id=\"x\">");
    assertThat(new LinkCheck(site).problems()).containsExactly("a.html has id \"x\" twice");
  }
}
