package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ibassay.runner.Suite;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/// What makes the build fail, with one test and an empty site.
final class AgreementTest {
  private static final Page PAGE = Pages.of("C13_013").orElseThrow();

  @TempDir Path site;

  private List<String> problems(Page page, PublicPage... missing) throws IOException {
    Files.createDirectory(site.resolve("tests"));
    Effects effects = new Effects(new LinkedHashMap<>(Map.of(page.id(), page)));
    Suite suite = new Suite(List.of(page), Pages::newTest);
    ConformingRuns runs = ConformingRuns.of(suite);
    Specification specification =
        new Specification(
            suite,
            runs,
            Coverage.of(suite.pages(), List.of(missing), runs, effects),
            Deviations.of(List.of(page.id()), effects),
            List.of(missing));
    return Agreement.problems(specification, new LinkCheck(site));
  }

  @Test
  void pagesShowEveryAssertionAndEveryStep() throws IOException {
    assertThat(problems(PAGE))
        .contains("tests/C13_013.html lacks assertion v1c13-013.1.1#01")
        .contains("tests/C13_013.html lacks step I1")
        .contains("coverage.html lacks assertion v1c13-013.1.1#01");
  }

  @Test
  void whatAPageClaimsIsVerified() throws IOException {
    String id = "v1c13-013.1.1#99";
    Page page =
        new Page(
            PAGE.id(),
            PAGE.className(),
            PAGE.parent(),
            PAGE.section(),
            PAGE.title(),
            PAGE.summary(),
            PAGE.coverage(),
            PAGE.topology(),
            PAGE.qualifiers(),
            PAGE.notes(),
            List.of(id),
            PAGE.initialization(),
            PAGE.procedure(),
            PAGE.always(),
            PAGE.dut(),
            PAGE.roles(),
            PAGE.effect(),
            PAGE.parameters());
    assertThat(problems(page))
        .filteredOn(problem -> problem.contains("no run"))
        .singleElement()
        .asString()
        .startsWith("tests/C13_013.html claims assertion " + id);
  }

  @Test
  void everyVerifiedAssertionIsGuarded() throws IOException {
    assertThat(problems(PAGE)).contains("assertion v1c13-013.1.1#01 is guarded by no deviation");
  }

  @Test
  void whatIsNotTestedHasAReasonAndNoTest() throws IOException {
    assertThat(
            problems(
                PAGE,
                new PublicPage("C13_013", "23.2", "Told already", List.of("v1c13-013.1.1#01"), "x"),
                new PublicPage("C14_015", "14.1", "Told never", List.of("v1c14-015#01"), " ")))
        .contains("untested.json: there is a test C13_013 now")
        .contains("untested.json: C14_015 lacks a reason");
  }
}
