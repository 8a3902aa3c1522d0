package org.ibassay.interop;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.ibassay.interop.FieldOracles.Line;
import org.junit.jupiter.api.Test;

/// The list of oracles has all fields, and no others.
class FieldOraclesTest {
  private final List<Line> lines =
      FieldOracles.lines().stream().filter(line -> !line.kind().equals("unused")).toList();

  @Test
  void everyFieldIsListed() {
    assertThat(lines.stream().map(Line::field).distinct())
        .containsExactlyInAnyOrderElementsOf(FieldOracles.fields().keySet());
  }

  @Test
  void everyKindIsKnown() {
    assertThat(lines).extracting(Line::kind).isSubsetOf("tshark", "libibmad", "opensm", "none");
  }

  @Test
  void noneIsSaidOnlyOfFieldsWithoutAny() {
    List<String> known =
        lines.stream().filter(line -> !line.kind().equals("none")).map(Line::field).toList();
    assertThat(lines.stream().filter(line -> line.kind().equals("none")).map(Line::field))
        .doesNotContainAnyElementsOf(known);
  }
}
