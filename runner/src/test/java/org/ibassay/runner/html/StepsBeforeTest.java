package org.ibassay.runner.html;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.ibassay.suite.Page;
import org.ibassay.suite.testing.PageBuilder;
import org.junit.jupiter.api.Test;

class StepsBeforeTest {
  private static final Page PAGE = page();

  private static Page page() {
    PageBuilder page = PageBuilder.page("C1");
    IntStream.rangeClosed(1, 12).forEach(i -> page.step(Integer.toString(i)));
    return page.build();
  }

  private static String before(String id, String... sending) {
    return StepsBefore.of(PAGE, id, Set.of(sending)).stream()
        .map(step -> step.equals(StepsBefore.ELLIPSIS) ? "..." : step.id())
        .collect(Collectors.joining(" "));
  }

  @Test
  void theFewRightBeforeIt() {
    assertThat(before("1")).isEmpty();
    assertThat(before("3")).isEqualTo("1 2");
    assertThat(before("12")).isEqualTo("6 7 8 9 10 11");
  }

  @Test
  void theStepThatSentIsAmongThemHoweverFarAbove() {
    assertThat(before("12", "8")).isEqualTo("6 7 8 9 10 11");
    assertThat(before("12", "5")).isEqualTo("5 6 7 8 9 10 11");
    assertThat(before("12", "2")).isEqualTo("2 ... 6 7 8 9 10 11");
    assertThat(before("12", "1", "4", "")).isEqualTo("1 ... 4 ... 6 7 8 9 10 11");
  }

  /// What always applies is not checked at a step of the procedure.
  @Test
  void whatSentWhatIsAlwaysCheckedIsShownWithThoseBeforeIt() {
    assertThat(before("R0", "9")).isEqualTo("3 4 5 6 7 8 9");
    assertThat(before("R0")).isEmpty();
  }

  /// The DUT may be answering a later step, as in a repetition.
  @Test
  void aStepAfterItMayHaveSent() {
    assertThat(before("3", "7")).isEqualTo("1 2 ... 7");
  }
}
