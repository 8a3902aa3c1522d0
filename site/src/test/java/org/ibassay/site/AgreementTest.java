package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.ibassay.runner.Suite;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What makes the build fail, with one test and an empty site.
final class AgreementTest {
  private static final Page PAGE = Pages.of("C13_013").orElseThrow();
  private static final String ASSERTION = "v1c13-013.1.1#01";

  @TempDir Path site;

  private List<String> problems(QualificationView qualified) throws IOException {
    Suite suite = new Suite(List.of(PAGE), Pages::newTest);
    return Agreement.problems(Specification.of(suite, qualified, List.of()), new LinkCheck(site));
  }

  /// Every assertion of the test, verified on so many devices and guarded by those.
  private static QualificationView qualified(int verifiedOn, List<String> killed) {
    return new QualificationView(
        PAGE.claimed().stream()
            .map(id -> new QualificationView.Guard(PAGE.id(), id, verifiedOn, killed))
            .toList(),
        List.of(),
        List.of());
  }

  @Test
  void pagesShowEveryAssertionAndEveryStep() throws IOException {
    assertThat(problems(qualified(1, List.of("some.deviation"))))
        .allMatch(problem -> problem.contains(" lacks "))
        .contains("tests/C13_013.html lacks assertion " + ASSERTION)
        .contains("tests/C13_013.html lacks step I1")
        .contains("coverage.html lacks assertion " + ASSERTION);
  }
}
