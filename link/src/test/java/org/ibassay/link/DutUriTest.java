package org.ibassay.link;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class DutUriTest {
  @Test
  void partsAreTakenApart() throws Exception {
    DutUri uri = DutUri.parse("sim:switch?ports=36&deviation=a&deviation=b&empty=");
    assertThat(uri.scheme()).isEqualTo("sim");
    assertThat(uri.target()).isEqualTo("switch");
    assertThat(uri.number("ports", 8, 1, 254)).isEqualTo(36);
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
    "sim:, names no target behind \"sim:\"",
    "sim:?ports=3, names no target behind \"sim:\"",
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

  @ParameterizedTest
  @CsvSource({"7, 7", "0x1F, 31", "010, 10", "1, 1", "254, 254"})
  void numbersAreDecimalOrHex(String value, long number) throws Exception {
    assertThat(DutUri.parse("sim:ca?n=" + value).number("n", 0, 1, 254)).isEqualTo(number);
  }

  @ParameterizedTest
  @CsvSource({"0", "255", "-1", "x", "0x", "''", "1.5", "99999999999999999999"})
  void otherNumbersAreRefused(String value) throws Exception {
    DutUri uri = DutUri.parse("sim:ca?n=" + value);
    assertThatThrownBy(() -> uri.number("n", 0, 1, 254))
        .isInstanceOf(DutUriException.class)
        .hasMessage(
            "DUT URI \"sim:ca?n=%s\": n=%s: expected a number from 1 to 254"
                .formatted(value, value));
  }

  @Test
  void numberNotGivenIsTheFallback() throws Exception {
    assertThat(DutUri.parse("sim:ca").number("n", -7, 1, 254)).isEqualTo(-7);
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
        .hasMessageEndingWith("knows no \"prots\"; allowed: ports, seed");
  }
}
