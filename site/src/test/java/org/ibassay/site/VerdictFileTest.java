package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

/// Files of verdicts on real peers.
final class VerdictFileTest {
  @Test
  void evidenceBelongsToTheTestsAfterIt() {
    VerdictFile file =
        VerdictFile.parse(
            """
            # Not answered.
            #
            #   at all
            A1 fail
              ia-a#01 fail, 2 of 5 checks failed
              ia-a#02 pass, 0 of 1 checks failed
              step I6 inconclusive, 0 of 0 checks failed
            A2 pass
            # Another.
            A3 not-applicable
              ia-b#01 fail
            """);
    assertThat(file.sections()).hasSize(2);
    VerdictFile.Section first = file.sections().getFirst();
    assertThat(first.evidence()).isEqualTo("Not answered.\n\n  at all");
    assertThat(first.tests()).extracting(VerdictFile.Judged::id).containsExactly("A1", "A2");
    assertThat(first.tests().getFirst().findings()).hasSize(3);
    assertThat(first.tests().getFirst().failed())
        .containsExactly(new VerdictFile.Finding("ia-a#01", "fail", 2, 5));
    assertThat(file.sections().getLast().tests().getFirst().failed())
        .containsExactly(new VerdictFile.Finding("ia-b#01", "fail", 0, 0));
  }

  @Test
  void anotherFormIsRefused() {
    assertThatThrownBy(() -> VerdictFile.parse("A1 fail, I think"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("I think");
    assertThatThrownBy(() -> VerdictFile.parse("  ia-a#01 pass"))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
