package org.ibassay.pages;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class NaturalOrderTest {
  @Test
  void numbersCountAsNumbers() {
    List<String> ordered =
        List.of("9.5", "24.1.5.2", "24.1.5.2.1", "24.1.5.15", "24.2", "C14_024_9", "C14_024_12");
    assertThat(ordered.reversed().stream().sorted(NaturalOrder.INSTANCE)).isEqualTo(ordered);
  }

  @Test
  void whatDiffersOnlyInLeadingZerosIsNotTheSame() {
    assertThat(NaturalOrder.INSTANCE.compare("C_01", "C_1")).isNotZero();
    assertThat(NaturalOrder.INSTANCE.compare("C_01", "C_01")).isZero();
  }
}
