package org.ibassay.site;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.ibassay.runner.Suite;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.coverage.AssertionList;
import org.ibassay.suite.coverage.UntestedPage;

/// Everything that the site shows about the suite.
///
/// @param suite its tests
/// @param qualified results of the qualification
/// @param coverage coverage of all known assertions
/// @param deviations deviations, and the tests that notice them
/// @param missing assertions of public pages without a test
record Specification(
    Suite suite,
    QualificationView qualified,
    Coverage coverage,
    Deviations deviations,
    List<UntestedPage> missing) {

  static Specification of(QualificationView qualified) {
    return of(
        new Suite(Pages.all(), Pages::newTest), qualified, AssertionList.committed().untested());
  }

  static Specification of(Suite suite, QualificationView qualified, List<UntestedPage> missing) {
    return new Specification(
        suite,
        qualified,
        Coverage.of(suite.pages(), missing, qualified),
        Deviations.of(suite.pages().stream().map(Page::id).toList(), qualified),
        missing);
  }

  Set<String> testIds() {
    return suite.pages().stream().map(Page::id).collect(Collectors.toSet());
  }

  Set<String> assertionIds() {
    return coverage.rows().stream().map(Coverage.Row::id).collect(Collectors.toSet());
  }
}
