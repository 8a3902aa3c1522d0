package org.ibassay.results.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ibassay.results.store.History;
import org.ibassay.results.store.Matrix;
import org.ibassay.results.store.Store;
import org.ibassay.results.store.StoreException;
import org.ibassay.results.store.StoredRun;
import org.ibassay.runner.html.Html;

/// Writes the pages of a store: an overview, one page per device, and one per assertion that failed
/// at least once.
public final class StoreSite {
  private static final String ALL = "%";
  private static final String STYLE = "results.css";

  private final Store store;
  private final List<Matrix> matrices;
  private final List<History> histories;
  private final String foot;

  private StoreSite(Store store, String made) throws StoreException {
    this.store = store;
    matrices = store.ask(Matrix.of(ALL, ALL));
    histories = store.ask(History.of(ALL, ALL));
    foot = "Made from the store %s, %s.".formatted(store.name(), made);
  }

  /// Writes the pages to a folder, replacing older ones.
  ///
  /// @param made when and by what they are made
  /// @return number of pages
  /// @throws IOException if the folder cannot be written
  public static int write(Store store, Path folder, String made)
      throws IOException, StoreException {
    return new StoreSite(store, made).write(folder);
  }

  private int write(Path folder) throws IOException, StoreException {
    Files.createDirectories(folder.resolve("devices"));
    Files.createDirectories(folder.resolve("assertions"));
    Files.writeString(folder.resolve("look.css"), Html.look());
    try (InputStream in = StoreSite.class.getResourceAsStream(STYLE)) {
      Files.copy(
          Objects.requireNonNull(in), folder.resolve(STYLE), StandardCopyOption.REPLACE_EXISTING);
    }
    Map<String, List<History>> byDevice = grouped(true);
    for (Matrix matrix : matrices) {
      List<History> failed = byDevice.getOrDefault(matrix.device(), List.of());
      List<StoredRun> runs = store.ask(StoredRun.latest(literal(matrix.device()), DevicePage.RUNS));
      Files.writeString(
          folder.resolve("devices").resolve(PageName.of(matrix.device())),
          DevicePage.text(matrix, failed, runs, foot));
    }
    Map<String, List<History>> byAssertion = grouped(false);
    for (Map.Entry<String, List<History>> assertion : byAssertion.entrySet()) {
      Files.writeString(
          folder.resolve("assertions").resolve(PageName.of(assertion.getKey())),
          AssertionPage.text(assertion.getKey(), assertion.getValue(), foot));
    }
    int runs = store.ask(StoredRun.count());
    Files.writeString(
        folder.resolve("index.html"), OverviewPage.text(matrices, histories, runs, foot));
    return 1 + matrices.size() + byAssertion.size();
  }

  private Map<String, List<History>> grouped(boolean byDevice) {
    return histories.stream()
        .collect(
            Collectors.groupingBy(
                byDevice ? History::device : History::assertion,
                TreeMap::new,
                Collectors.toList()));
  }

  /// Returns a `LIKE` pattern that matches only this text.
  private static String literal(String text) {
    return text.replaceAll("([\\\\%_])", "\\\\$1");
  }
}
