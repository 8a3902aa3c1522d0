package org.ibassay.qualify;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.device.Deviation;
import org.ibassay.runner.Selection;
import org.ibassay.runner.UsageException;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;

/// What a build qualifies: all tests on all DUTs, some tests on all DUTs, or tests on DUTs with
/// deviations of some families. By default, a build of everything tries a deviation on some of the
/// tests only; `-Dibassay.qualify.all=true`, as in `.ci/run full`, tries it on all.
///
/// @param pages pages of the tests
/// @param deviations deviations to try
/// @param hasAllTests whether these are all tests
/// @param hasAllDuts whether these are all deviations
record QualificationScope(
    List<Page> pages, List<Deviation> deviations, boolean hasAllTests, boolean hasAllDuts) {
  static final QualificationScope NONE = new QualificationScope(List.of(), List.of(), false, false);

  // the default of `ibassay qualify`
  private static final long SEED = 1;
  private static final int PAIRS = Boolean.getBoolean("ibassay.qualify.all") ? 1000 : 10;

  /// @param selectors families of deviations, e.g. `mft`, and selectors of tests as for `ibassay
  ///   run`, separated by commas; empty for all
  static QualificationScope of(String selectors) throws UsageException {
    List<String> tests = new ArrayList<>();
    List<String> families = new ArrayList<>();
    Stream.of(selectors.split(","))
        .filter(selector -> !selector.isBlank())
        .forEach(selector -> (isFamily(selector) ? families : tests).add(selector));
    List<Page> pages = Pages.all();
    List<Page> selected = Selection.of(tests, pages);
    List<Deviation> deviations =
        Deviation.all().stream()
            .filter(d -> families.isEmpty() || families.contains(family(d)))
            .toList();
    return new QualificationScope(
        selected,
        deviations,
        selected.size() == pages.size(),
        deviations.size() == Deviation.all().size());
  }

  /// Returns the scope of some deviations, by name.
  QualificationScope of(Set<String> names) {
    List<Deviation> some = deviations.stream().filter(d -> names.contains(d.name())).toList();
    return new QualificationScope(pages, some, hasAllTests, false);
  }

  private static boolean isFamily(String selector) {
    return Deviation.all().stream().anyMatch(deviation -> selector.equals(family(deviation)));
  }

  private static String family(Deviation deviation) {
    return DeviationEffects.family(deviation.name());
  }

  /// Whether each deviation is tried on each test, regardless of [RecordedEffects].
  boolean isWhole() {
    return Boolean.getBoolean("ibassay.qualify.all") || !(hasAllTests && hasAllDuts);
  }

  DutSet duts() {
    return hasAllDuts ? DutSet.all(SEED, PAIRS) : DutSet.deviating(deviations);
  }

  /// Whether a golden file is in this scope; if the scope is everything, every file is.
  boolean holds(String file) {
    return (hasAllTests && hasAllDuts) || (isOfTest(file) && isOfFamily(file));
  }

  private boolean isOfTest(String file) {
    return pages.stream().anyMatch(page -> page.id().equals(DeviationEffects.testOf(file)));
  }

  private boolean isOfFamily(String file) {
    return deviations.stream().anyMatch(d -> family(d).equals(DeviationEffects.familyOf(file)));
  }
}
