package org.ibassay.link.dut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DutUriTest {
  @Test
  void partsAreTakenApart() throws Exception {
    DutUri uri = DutUri.parse("sim:switch?ports=36&deviation=a&deviation=b&empty=");
    assertThat(uri.scheme()).isEqualTo("sim");
    assertThat(uri.target()).isEqualTo("switch");
    assertThat(uri.single("ports")).contains("36");
    assertThat(uri.all("deviation")).containsExactly("a", "b");
    assertThat(uri.single("empty")).contains("");
    assertThat(uri.single("other")).isEmpty();
    assertThat(uri).hasToString("sim:switch?ports=36&deviation=a&deviation=b&empty=");
  }

  @ParameterizedTest
  @CsvSource({
    "'', has no scheme",
    "switch, has no scheme",
    ":switch, has no scheme",
    "sim:, names no target after \"sim:\"",
    "sim:?ports=3, names no target after \"sim:\"",
    "sim:ca?, has \"\" where NAME=VALUE is expected",
    "sim:ca?ports, has \"ports\" where NAME=VALUE is expected",
    "sim:ca?=3, has \"=3\" where NAME=VALUE is expected",
    "sim:ca?a=1&&b=2, has \"\" where NAME=VALUE is expected",
  })
  void malformedPartIsNamed(String text, String complaint) {
    assertThatThrownBy(() -> DutUri.parse(text))
        .isInstanceOf(DutUriException.class)
        .hasMessageStartingWith("DUT URI \"" + text + "\": " + complaint);
  }

  @Test
  void nameThatMayComeOnceIsRefusedTwice() throws Exception {
    DutUri uri = DutUri.parse("sim:ca?n=1&n=2");
    assertThatThrownBy(() -> uri.single("n"))
        .isInstanceOf(DutUriException.class)
        .hasMessageEndingWith("gives \"n\" 2 times");
  }

  @Test
  void unknownNameIsRefusedWithThoseAllowed() throws Exception {
    DutUri uri = DutUri.parse("sim:ca?ports=1&prots=2");
    assertThatThrownBy(() -> uri.allowOnly("ports", "seed"))
        .isInstanceOf(DutUriException.class)
        .hasMessageEndingWith("unknown parameter \"prots\"; allowed: ports, seed");
  }

  @Test
  void ofManyAllowedNamesTheClosestAreNamed() throws Exception {
    String[] names = IntStream.range(0, 90).mapToObj(i -> "name" + i).toArray(String[]::new);
    assertThatThrownBy(() -> DutUri.parse("sim:ca?nam42=1").allowOnly(names))
        .hasMessageContaining("unknown parameter \"nam42\"; closest: ", "name42")
        .hasMessageEndingWith("; the DUT URI reference of the documentation lists all 90");
  }
}
