package org.ibassay.suite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PagesTest {
  @Test
  void everyPageLeadsToItsTestAndBack() {
    List<Page> pages = Pages.all();
    assertThat(pages).isNotEmpty();
    for (Page page : pages) {
      TestCase test = Pages.newTest(page);
      assertThat(test.getClass().getSimpleName()).isEqualTo(page.id());
      assertThat(Pages.of(test.getClass())).isEqualTo(page);
      assertThat(Pages.of(page.id())).contains(page);
    }
  }

  @Test
  void aPageHoldsTheFactsOfTheAnnotation() {
    for (Page page : Pages.all()) {
      Td td = Pages.newTest(page).getClass().getAnnotation(Td.class);
      assertThat(page.dut()).containsExactly(td.dut());
      assertThat(page.effect()).isEqualTo(td.effect());
      assertThat(page.parameters())
          .isEqualTo(List.of(td.parameters()).stream().map(Enum::name).toList());
    }
  }

  /// A test of datagrams, of unreliable connections or of communication management judges a packet
  /// at the step that receives it: some receive none.
  @Test
  void whatHoldsOfEveryTestStandsOnEachPage() {
    assertThat(Pages.all())
        .filteredOn(page -> !page.id().matches("(U09|W09|M12)_.*"))
        .allSatisfy(page -> assertThat(page.step("R1")).isPresent());
  }

  @Test
  void aPageShowsWhatItsTestInherits() {
    Page page = Pages.of("C14_017_03").orElseThrow();
    List<Family> lineage = Pages.lineage(page);
    assertThat(lineage.stream().map(Family::id)).startsWith("C14_017", "MadTest");
    assertThat(lineage.getFirst().initialization()).isEqualTo(page.initialization());
    assertThat(lineage.get(1).procedures().stream().map(Family.Helper::name))
        .contains("sendMad", "receiveMad");
  }

  @Test
  void aClassWithoutAPageIsRefused() {
    assertThat(Pages.of("MadTest")).isEqualTo(Optional.empty());
    assertThatIllegalArgumentException()
        .isThrownBy(() -> Pages.of(MadTest.class))
        .withMessageContaining("MadTest has no page");
  }
}
