package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.ibassay.suite.Page;
import org.ibassay.suite.testing.PageBuilder;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SelectionTest {
  private static final List<Page> PAGES =
      List.of(
          PageBuilder.page("C13_013").section("23.2.4.1.1").step("1", "v1c13-013.1.1#01").build(),
          PageBuilder.page("C14_017_01").section("24.1.4.5.1").step("1", "v1c14-017#01").build(),
          PageBuilder.page("C14_017_03").section("24.1.4.5.3").listed("v1c14-017#01").build(),
          PageBuilder.page("C14_024_12").section("24.1.5.15").step("9", "v1c14-024#12").build(),
          PageBuilder.page("C14_024_50").section("24.1.50").build());

  @ParameterizedTest
  @CsvSource({
    "C14_024_12, C14_024_12",
    "c14_024_12, C14_024_12",
    "C14_017*, C14_017_01 C14_017_03",
    "C14_017_0?, C14_017_01 C14_017_03",
    "*, C13_013 C14_017_01 C14_017_03 C14_024_12 C14_024_50",
    "24.1.5.15, C14_024_12",
    "24.1.5, C14_024_12",
    "24.1.4, C14_017_01 C14_017_03",
    "v1c14-017#01, C14_017_01 C14_017_03",
    "V1C14-024#12, C14_024_12",
  })
  void picksByIdGlobSectionAndAssertion(String selector, String ids) throws UsageException {
    assertThat(Selection.of(List.of(selector), PAGES))
        .extracting(Page::id)
        .containsExactly(ids.split(" "));
  }

  @Test
  void picksEverythingWithoutSelector() throws UsageException {
    assertThat(Selection.of(List.of(), PAGES)).isEqualTo(PAGES);
  }

  @Test
  void picksEachOnceInTheOrderOfThePages() throws UsageException {
    assertThat(Selection.of(List.of("C14_024_12", "24.1", "C13_013"), PAGES))
        .extracting(Page::id)
        .containsExactly("C13_013", "C14_017_01", "C14_017_03", "C14_024_12", "C14_024_50");
  }

  @Test
  void namesAnUnknownSelectorAndWhatComesClose() {
    assertThatThrownBy(() -> Selection.of(List.of("C14_024_12", "C14_17_01"), PAGES))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith(
            "no test matches \"C14_17_01\"; did you mean: C14_017_01, C14_017_03;");
  }

  @Test
  void suggestsNothingForNonsense() {
    assertThatThrownBy(() -> Selection.of(List.of("tea"), PAGES))
        .hasMessageStartingWith("no test matches \"tea\"; expected a test ID");
  }

  @ParameterizedTest
  @ValueSource(strings = {"24.1.5.", "24.1.5.1", "C14", "", ".*"})
  void takesNoPartForTheWhole(String selector) {
    assertThatThrownBy(() -> Selection.of(List.of(selector), PAGES))
        .isInstanceOf(UsageException.class);
  }
}
