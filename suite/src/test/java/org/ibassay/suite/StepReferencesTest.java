package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

final class StepReferencesTest {
  static List<Page> pages() {
    return Pages.all();
  }

  @Test
  void theStepsThatATextNames() {
    assertThat(StepReferences.in("As step 6, and steps A1 to A4.2; 12 steps"))
        .containsExactlyInAnyOrder("6", "A1", "A4.2");
  }

  @ParameterizedTest
  @MethodSource("pages")
  void aPageNamesOnlyStepsThatItHas(Page page) {
    assertThat(Stream.concat(page.notes().stream(), page.procedure().stream().map(Page.Step::text)))
        .flatMap(StepReferences::in)
        .allMatch(id -> page.step(id).isPresent());
  }
}
