package org.ibassay.suite.coverage;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.testing.PageBuilder;
import org.junit.jupiter.api.Test;

/// The tests claim what the public pages name, or it is listed as untested with a reason.
final class AssertionListTest {
  private static final Page TEST = Pages.of("C13_013").orElseThrow();
  private static final List<String> IDS = List.of("v1c13-013.1.1#01", "v1c13-013.1.1#02");
  private static final PublicPage PAGE = new PublicPage("C13_013", "23.2.4.1.1", IDS);

  private static List<String> problems(List<PublicPage> pages, UntestedPage... untested) {
    return new AssertionList(pages, List.of(untested)).problems(List.of(TEST));
  }

  private static PublicPage page(String name, String... ids) {
    return new PublicPage(name, "23.2", List.of(ids));
  }

  private static UntestedPage untested(String page, String reason, String... ids) {
    return new UntestedPage(page, "subject", List.of(ids), reason);
  }

  @Test
  void theCommittedListsAgreeWithTheTests() {
    assertThat(AssertionList.committed().problems(Pages.all())).isEmpty();
  }

  @Test
  void theListNamesEveryPublicPageThatIsKnown() {
    List<PublicPage> pages = AssertionList.committed().pages();
    Set<String> ids =
        pages.stream().flatMap(page -> page.assertions().stream()).collect(Collectors.toSet());
    assertThat(pages).hasSize(51).allMatch(page -> !page.section().isBlank());
    assertThat(ids)
        .hasSize(125)
        .allMatch(id -> id.matches("[Vv]1c\\d\\d-[\\d.]+#\\d\\d(\\.\\d\\d)?"));
  }

  @Test
  void aTestThatClaimsItsPagesAssertionsIsInOrder() {
    assertThat(problems(List.of(PAGE))).isEmpty();
  }

  @Test
  void anAssertionNeitherClaimedNorUntestedIsFound() {
    PublicPage more = page("C13_013", "v1c13-013.1.1#01", "v1c13-013.1.1#02", "v1c13-013.1.1#09");
    assertThat(problems(List.of(more)))
        .containsExactly("C13_013 neither claims v1c13-013.1.1#09 nor lists it in untested.json");
    assertThat(problems(List.of(more), untested("C13_013", "why", "v1c13-013.1.1#09"))).isEmpty();
  }

  /// An error that the union of pages and untested.json would not show: an entry is removed, and
  /// the new test claims only some of its assertions.
  @Test
  void anEntryRemovedBeforeAllItsAssertionsAreClaimedIsFound() {
    AssertionList committed = AssertionList.committed();
    List<UntestedPage> fewer =
        committed.untested().stream().filter(page -> !page.page().equals("C14_024_02")).toList();
    List<Page> tests =
        Stream.concat(
                Pages.all().stream(),
                Stream.of(claiming("C14_024_02", "v1c13-024#06", "v1c14-027#01")))
            .toList();
    assertThat(new AssertionList(committed.pages(), fewer).problems(tests))
        .hasSize(4)
        .contains("C14_024_02 neither claims v1c14-024.1.1#02.01 nor lists it in untested.json");
  }

  @Test
  void anAssertionOfAnotherPageIsFound() {
    assertThat(
            problems(
                List.of(page("C13_013", IDS.getFirst()), page("C13_099", IDS.getLast())),
                untested("C13_099", "why", IDS.getLast())))
        .containsExactly("C13_013 claims v1c13-013.1.1#02, which its public page does not name");
  }

  @Test
  void anotherSpellingIsAnotherAssertion() {
    assertThat(problems(List.of(page("C13_013", "v1c13-013.1.1#01", "V1c13-013.1.1#02"))))
        .containsExactlyInAnyOrder(
            "C13_013 neither claims V1c13-013.1.1#02 nor lists it in untested.json",
            "C13_013 claims v1c13-013.1.1#02, which its public page does not name");
  }

  @Test
  void anUntestedAssertionThatIsClaimedIsFound() {
    assertThat(problems(List.of(PAGE), untested("C13_013", "why", IDS.getFirst())))
        .containsExactly("untested.json: C13_013 lists v1c13-013.1.1#01, which its test claims");
  }

  @Test
  void anUntestedAssertionThatIsUnknownIsFound() {
    assertThat(problems(List.of(PAGE), untested("C13_013", "why", "v1c13-099#01")))
        .containsExactly(
            "untested.json: C13_013 lists v1c13-099#01, which the public page does not name");
    assertThat(problems(List.of(PAGE), untested("C13_099", "why", "v1c13-099#01")))
        .containsExactly(
            "untested.json: C13_099 lists v1c13-099#01, which the public page does not name");
  }

  @Test
  void aPageWithNeitherATestNorAnEntryIsFound() {
    assertThat(problems(List.of(PAGE, page("C14_015", "v1c14-015#01"))))
        .containsExactly("C14_015 has neither a test nor an entry in untested.json");
  }

  @Test
  void anEntryWithoutAReasonAndOneTwiceAreFound() {
    UntestedPage blank = untested("C14_015", " ", "v1c14-015#01");
    assertThat(problems(List.of(PAGE, page("C14_015", "v1c14-015#01")), blank, blank))
        .contains("untested.json lists C14_015 twice", "untested.json: C14_015 lacks a reason");
  }

  /// Returns a page of that name that claims these assertions.
  private static Page claiming(String name, String... ids) {
    return PageBuilder.page(name).section(TEST.section()).listed(ids).build();
  }
}
