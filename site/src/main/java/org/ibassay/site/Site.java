package org.ibassay.site;

import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.qualify.LookAlikes;

/// Writes the pages of the site.
final class Site {
  /// Files of this site, or of another module that shares its style.
  private static final List<String> ASSETS =
      List.of("/org/ibassay/runner/html/look.css", "style.css", "site.js", "icon.svg");

  private final TemplateEngine engine = TemplateEngine.createPrecompiled(ContentType.Html);
  private final Specification specification;
  private final Documents documents;
  private final List<PeerView> peers;
  private final List<PeerView> embedded;
  private final Path folder;

  /// @param peers the real peers that were tested
  /// @param embedded the embedded devices that were tested
  /// @param folder output folder; its contents are deleted
  Site(
      Specification specification,
      Documents documents,
      List<PeerView> peers,
      List<PeerView> embedded,
      Path folder) {
    this.specification = specification;
    this.documents = documents;
    this.peers = peers;
    this.embedded = embedded;
    this.folder = folder;
  }

  void write() throws IOException {
    clear(folder);
    Files.createDirectories(folder.resolve("tests"));
    List<TestView> tests =
        specification.suite().pages().stream().map(p -> TestView.of(p, specification)).toList();
    List<Chapter> chapters = Chapter.of(tests);
    SuiteFigures facts = SuiteFigures.of(specification);
    page("index", "index.html", Map.of("chapters", chapters, "facts", facts));
    for (Chapter chapter : chapters) {
      for (TestView test : chapter.tests()) {
        test(chapter, test, tests);
      }
    }
    page("devices", "devices.html", Map.of("audiences", Audience.of(tests)));
    page("assertions", "assertions.html", Map.of("coverage", specification.coverage()));
    page("coverage", "coverage.html", Map.of("coverage", specification.coverage(), "facts", facts));
    page(
        "qualification",
        "qualification.html",
        Map.of(
            "deviations",
            specification.deviations(),
            "facts",
            facts,
            "alike",
            LookAlikes.recorded(List.copyOf(specification.testIds()))));
    page("deviations", "deviations.html", Map.of("deviations", specification.deviations()));
    page(
        "readings",
        "readings.html",
        Map.of("readings", ReadingView.all(specification.qualified())));
    peers(facts);
    page("dut", "dut.html", Map.of("reference", DutReference.of()));
    for (Documents.Document document : Documents.all()) {
      page(
          "document",
          document.page(),
          Map.of(
              "title", document.title(),
              "page", document.page(),
              "html", documents.html(document)));
    }
    for (String asset : ASSETS) {
      copy(asset);
    }
    documents.copyOthers(folder);
  }

  private void test(Chapter chapter, TestView test, List<TestView> all) throws IOException {
    Map<String, Object> values = new HashMap<>(Map.of("chapter", chapter, "test", test));
    int place = all.indexOf(test);
    values.put("previous", place > 0 ? all.get(place - 1) : null);
    values.put("next", place + 1 < all.size() ? all.get(place + 1) : null);
    page("test", "tests/" + test.page().id() + ".html", values);
  }

  private void peers(SuiteFigures facts) throws IOException {
    Files.createDirectories(folder.resolve("peers"));
    Set<String> known = specification.testIds();
    List<PeerView> all = Stream.concat(peers.stream(), embedded.stream()).toList();
    page(
        "peers",
        "peers.html",
        Map.of("peers", peers, "embedded", embedded, "all", all, "known", known, "facts", facts));
    for (PeerView peer : all) {
      page(
          "peer",
          "peers/" + peer.id() + ".html",
          Map.of("peer", peer, "known", known, "coverage", specification.coverage()));
    }
  }

  private void page(String template, String file, Map<String, Object> values) throws IOException {
    PageOutput html = new PageOutput();
    engine.render(template + ".jte", values, html);
    Files.writeString(folder.resolve(file), html.toString());
  }

  private void copy(String asset) throws IOException {
    try (InputStream in = Site.class.getResourceAsStream(asset)) {
      Files.copy(in, folder.resolve(asset.substring(asset.lastIndexOf('/') + 1)));
    }
  }

  /// Deletes the site in a folder, if there is one.
  static void clear(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> old = Files.walk(folder)) {
        for (Path path : old.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(path);
        }
      }
    }
  }
}
