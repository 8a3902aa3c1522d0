package org.ibassay.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.runner.Suite;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;

/// All that the site shows of the suite.
///
/// @param suite its tests
/// @param runs what was verified on conforming devices
/// @param coverage of every known assertion
/// @param deviations and who notices them
/// @param missing public pages without a test
record Specification(
    Suite suite,
    ConformingRuns runs,
    Coverage coverage,
    Deviations deviations,
    List<PublicPage> missing) {
  private static final List<String> EFFECTS = List.of("deviations.txt", "rc-deviations.txt");
  private static final String EFFECTS_FOLDER = "cli/src/test/resources/org/ibassay/cli";

  /// @param root the repository's
  static Specification of(Path root) throws IOException {
    Suite suite = new Suite(Pages.all(), Pages::newTest);
    Map<String, Page> pages = new LinkedHashMap<>();
    suite.pages().forEach(page -> pages.put(page.id(), page));
    Effects effects = new Effects(pages);
    for (String file : EFFECTS) {
      effects.read(Files.readAllLines(root.resolve(EFFECTS_FOLDER).resolve(file)));
    }
    ConformingRuns runs = ConformingRuns.of(suite);
    List<PublicPage> missing = PublicPage.all();
    return new Specification(
        suite,
        runs,
        Coverage.of(suite.pages(), missing, runs, effects),
        Deviations.of(List.copyOf(pages.keySet()), effects),
        missing);
  }

  Set<String> testIds() {
    return suite.pages().stream().map(Page::id).collect(Collectors.toSet());
  }

  Set<String> assertionIds() {
    return coverage.rows().stream().map(Coverage.Row::id).collect(Collectors.toSet());
  }
}
