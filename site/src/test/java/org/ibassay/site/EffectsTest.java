package org.ibassay.site;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Map;
import org.ibassay.suite.Pages;
import org.junit.jupiter.api.Test;

final class EffectsTest {
  private final Effects effects =
      new Effects(Map.of("C14_024_12", Pages.of("C14_024_12").orElseThrow()));

  @Test
  void aStepThatFailsFailsItsAssertions() {
    effects.read(
        List.of(
            "mft.some on switch",
            "  C14_024_12 fail",
            "    step 10, 1 of 2 at {block=0}: expected 0, came 1",
            "    step 17.1, 1 of 2 at {block=0}: expected 0, came 1",
            "    because it was so"));
    assertThat(effects.of("mft.some"))
        .singleElement()
        .satisfies(noticed -> {
          assertThat(noticed.verdict()).isEqualTo("fail");
          assertThat(noticed.failed())
              .containsExactly("v1c14-024.1.1#12.02", "v1c13-024#07", "ia-c14-024-12#01");
        });
  }

  @Test
  void aSurvivorIsNoticedByNone() {
    effects.read(List.of("mft.other on switch", "  survives"));
    assertThat(effects.of("mft.other")).isEmpty();
  }

  @Test
  void aStepThatIsNotOnThePageIsTold() {
    List<String> lines = List.of("x.y on ca", "  C14_024_12 fail", "    step 99, 1 of 1 at {}: a");
    assertThatThrownBy(() -> effects.read(lines)).hasMessage("C14_024_12 has no step 99");
  }
}
