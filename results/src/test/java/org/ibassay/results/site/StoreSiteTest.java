package org.ibassay.results.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.ibassay.results.store.Store;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// The pages of a store.
class StoreSiteTest {
  private static final String HOSTILE = "../<script>alert(1)</script>&\"'";

  @TempDir Path directory;
  private Path site;
  private int made;

  @BeforeEach
  void makeSite() throws Exception {
    site = directory.resolve("site");
    try (Store store = Store.open(directory.resolve("lab.db").toString())) {
      add(store, "lab7", "1.0", "pass");
      add(store, "lab7", "1.1", "fail");
      add(store, "lab7", "1.1", "pass");
      add(store, "lab7", "1.2", "pass");
      add(store, "Lab7", "1.0", "pass");
      add(store, HOSTILE, "<b>1</b>", "fail");
      assertThat(StoreSite.write(store, site, "today")).isEqualTo(1 + 3 + 1);
    }
  }

  private void add(Store store, String device, String firmware, String verdict) throws Exception {
    made++;
    Path file =
        Files.writeString(
            directory.resolve(made + ".json"),
            """
            {"suite": {"name": "ibassay", "version": "1"}, "started": "2026-01-01T00:00:%02dZ",
             "verdict": "pass", "exit": 0, "duts": [{"uri": "sim:ca"}],
             "tests": [{"id": "C14_024_05", "dut": 0, "verdict": "%2$s",
                        "assertions": [{"id": "v1c14-027#01", "verdict": "%2$s"}]},
                       {"id": "C14_024_03", "dut": 0, "verdict": "pass", "assertions": []}]}
            """
                .formatted(made, verdict));
    store.add(List.of(file), device, firmware);
  }

  @Test
  void aDeviceShowsWhereAnAssertionChanged() throws Exception {
    assertThat(Files.readString(site.resolve("devices/lab7.html")))
        .contains(
            "<li>began to fail between 1.0 and 1.1</li>",
            "<li>fixed between 1.1 and 1.2</li>",
            "<span class=\"verdict inconclusive\">flaky, 1 of 2 failed</span>",
            "<span class=\"verdict inconclusive\">pass, 1 of 2 failed</span>",
            "Tests that passed or did not apply in every version (1)",
            "Made from the store ");
  }

  @Test
  void anAssertionShowsItsDevices() throws Exception {
    try (Stream<Path> pages = Files.list(site.resolve("assertions"))) {
      assertThat(Files.readString(pages.toList().getFirst()))
          .contains("<h1>v1c14-027#01</h1>", ">lab7</a>", "failed in the first version tested");
    }
  }

  @Test
  void theOverviewHasFiguresAndFlakyAssertions() throws Exception {
    assertThat(Files.readString(site.resolve("index.html")))
        .contains(
            "<div><dt>devices</dt><dd>3</dd></div>",
            "<div><dt>runs</dt><dd>6</dd></div>",
            "<div><dt>assertions that ever failed</dt><dd>1</dd></div>",
            "<div><dt>of them flaky</dt><dd>1</dd></div>");
  }

  @Test
  void whatDevicesAreCalledIsNoMarkupAndNoPath() throws Exception {
    try (Stream<Path> files = Files.walk(directory)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".html")).toList()) {
        assertThat(file).startsWith(site);
        assertThat(Files.readString(file)).doesNotContain("<script", "<b>1");
      }
    }
    try (Stream<Path> devices = Files.list(site.resolve("devices"))) {
      assertThat(devices.map(file -> file.getFileName().toString().toLowerCase(Locale.ROOT)))
          .hasSize(3)
          .doesNotHaveDuplicates();
    }
  }

  @Test
  void everyLinkLeadsToAFile() throws Exception {
    List<String> missing = new ArrayList<>();
    try (Stream<Path> files = Files.walk(site)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".html")).toList()) {
        Matcher link = Pattern.compile("href=\"([^\"#]+)\"").matcher(Files.readString(file));
        while (link.find()) {
          if (!Files.exists(file.resolveSibling(link.group(1)))) {
            missing.add(file + ": " + link.group(1));
          }
        }
      }
    }
    assertThat(missing).isEmpty();
  }
}
