package org.ibassay.qualify;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.device.Deviation;
import org.ibassay.runner.Selection;
import org.ibassay.runner.UsageException;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;

/// What a build qualifies: all tests on all DUTs, some tests on all DUTs, or tests on DUTs with
/// deviations of some families.
///
/// @param pages of the tests
/// @param deviations that they are tried on
///
///   Unless it is asked for all (`-Dibassay.qualify.all=true`, as in `.ci/run full`), a build tries
///   a deviation on the tests that are known to notice its family, by their golden files.
record QualificationScope(List<Page> pages, List<Deviation> deviations) {
  // What `ibassay qualify` takes when it is not told.
  private static final long SEED = 1;
  private static final int PAIRS = Boolean.getBoolean("ibassay.qualify.all") ? 1000 : 100;

  /// @param selectors families of deviations, e.g. `mft`, and selectors of tests as `ibassay run`
  ///   takes them, separated by commas; nothing for all
  static QualificationScope of(String selectors) throws UsageException {
    List<String> tests = new ArrayList<>();
    List<String> families = new ArrayList<>();
    Stream.of(selectors.split(","))
        .filter(selector -> !selector.isBlank())
        .forEach(selector -> (isFamily(selector) ? families : tests).add(selector));
    return new QualificationScope(
        Selection.of(tests, Pages.all()),
        Deviation.all().stream()
            .filter(d -> families.isEmpty() || families.contains(family(d)))
            .toList());
  }

  private static boolean isFamily(String selector) {
    return Deviation.all().stream().anyMatch(deviation -> selector.equals(family(deviation)));
  }

  private static String family(Deviation deviation) {
    return DeviationEffects.family(deviation.name());
  }

  boolean hasAllTests() {
    return pages.size() == Pages.all().size();
  }

  boolean hasAllDuts() {
    return deviations.size() == Deviation.all().size();
  }

  /// The tests that a deviation is tried on.
  ///
  /// @param golden where the golden files are
  Assay.Choice choice(Path golden) {
    return Boolean.getBoolean("ibassay.qualify.all") || !(hasAllTests() && hasAllDuts())
        ? Assay.Choice.ALL
        : (test, deviation) ->
            Files.exists(golden.resolve(test, DeviationEffects.family(deviation) + ".txt"));
  }

  DutSet duts() {
    return hasAllDuts() ? DutSet.all(SEED, PAIRS) : DutSet.deviating(deviations);
  }

  /// Whether a golden file of that name is one of this scope; where the scope is everything, every
  /// file is.
  boolean holds(String file) {
    return (hasAllTests() && hasAllDuts()) || (isOfTest(file) && isOfFamily(file));
  }

  private boolean isOfTest(String file) {
    return pages.stream().anyMatch(page -> file.startsWith(page.id() + "/"));
  }

  private boolean isOfFamily(String file) {
    return deviations.stream().anyMatch(d -> file.endsWith("/" + family(d) + ".txt"));
  }
}
