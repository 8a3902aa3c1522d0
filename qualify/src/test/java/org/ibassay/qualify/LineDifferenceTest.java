package org.ibassay.qualify;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LineDifferenceTest {
  @Test
  void equalTextsDoNotDiffer() {
    assertThat(LineDifference.of("a\n  1\n", "a\n  1\n")).isEmpty();
  }

  @Test
  void aChangedLineStandsUnderItsHeading() {
    assertThat(LineDifference.of("a\n  1\nb\n  2\n", "a\n  1\nb\n  3\n"))
        .isEqualTo("    b\n  -   2\n  +   3\n");
  }

  @Test
  void anAddedBlockIsShownAlone() {
    assertThat(LineDifference.of("a\n  1\n", "a\n  1\nb\n  1\n")).isEqualTo("  + b\n  +   1\n");
  }

  @Test
  void ofManyLinesADozenIsShown() {
    String many =
        IntStream.range(0, 100).mapToObj("line %d\n"::formatted).collect(Collectors.joining());
    assertThat(LineDifference.of("", many).lines()).hasSize(13).contains("  and 88 lines more");
  }
}
