package org.ibassay.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/// Converts documents of the repository to pages of the site.
final class Documents {
  /// Links between these documents become links between their pages.
  private static final List<Document> ALL =
      List.of(
          new Document("README.md", "start.html", "Getting started"),
          new Document("doc/guide.md", "guide.html", "User guide"),
          new Document("doc/simulation.md", "simulation.html", "Your RoCE core in simulation"),
          new Document("doc/own-tests.md", "own-tests.html", "Your own tests"),
          new Document("doc/words.md", "words.html", "Glossary"),
          new Document("doc/style.md", "style.html", "Style guide"),
          new Document("agent/PROTOCOL.md", "protocol.html", "Upper-tester protocol"),
          new Document("CHANGELOG.md", "changes.html", "Changes"),
          new Document("CONTRIBUTING.md", "contributing.html", "Contributing"),
          new Document("lab/soft-roce/README.md", "soft-roce.html", "A Soft-RoCE lab"));

  private static final String REPORT = "runner/src/main/resources/org/ibassay/runner/report/";

  /// Linked files that are not pages are copied unchanged to these names.
  private static final Map<String, String> COPIES =
      Map.of(
          "LICENSE",
          "license.txt",
          "doc/report.png",
          "report.png",
          "lab/soft-roce/matrix.txt",
          "soft-roce-matrix.txt",
          REPORT + "results.schema.json",
          "results.schema.json",
          REPORT + "junit.xsd",
          "junit.xsd");

  private final Path root;

  /// @param file path in the repository
  /// @param page path on the site
  record Document(String file, String page, String title) {}

  Documents(Path root) {
    this.root = root;
  }

  static List<Document> all() {
    return ALL;
  }

  /// Returns a document as HTML, without its first heading, which the enclosing page shows.
  String html(Document document) throws IOException {
    String text = Files.readString(root.resolve(document.file));
    return Markdown.document(text.replaceFirst("^# .*\\n", ""), links(document));
  }

  void copyOthers(Path site) throws IOException {
    for (Map.Entry<String, String> copy : COPIES.entrySet()) {
      Files.copy(root.resolve(copy.getKey()), site.resolve(copy.getValue()));
    }
  }

  /// Maps the links that a document uses, relative to its own folder, to pages.
  private Map<String, String> links(Document from) {
    Map<String, String> links = new HashMap<>();
    Path folder = root.resolve(from.file).resolve("..").normalize();
    for (Document to : ALL) {
      String way = folder.relativize(root.resolve(to.file)).toString().replace('\\', '/');
      links.put(way, to.page);
      // A link to a folder leads to the folder's own document.
      links.put(way.replaceFirst("/?[A-Z]+.md$", ""), to.page);
    }
    COPIES.forEach((file, copy) ->
        links.put(folder.relativize(root.resolve(file)).toString().replace('\\', '/'), copy));
    return links;
  }
}
