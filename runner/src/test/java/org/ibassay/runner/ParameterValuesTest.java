package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.ibassay.suite.Page;
import org.ibassay.suite.Pages;
import org.ibassay.suite.Parameter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ParameterValuesTest {
  @Test
  void everyDefaultIsLegal() throws UsageException {
    ParameterValues values = ParameterValues.of(Map.of());
    for (Parameter parameter : Parameter.values()) {
      assertThat(values.values(parameter)).as(parameter.name()).isNotEmpty();
    }
    assertThat(values.given()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "M_KEY_DUT, 0xFFFFFFFFFFFFFFFF, -1",
    "M_KEY_DUT, 0x8000000000000000, -9223372036854775808",
    "M_KEY_DUT, 18446744073709551615, -1",
    "LEASE_PERIOD, 0x10, 16",
    "LEASE_PERIOD, 65535, 65535",
    "PROFILE, short, 0",
    "PROFILE, full, 1",
  })
  void readsDecimalAndHexUnsignedAndWords(Parameter parameter, String text, long value)
      throws UsageException {
    assertThat(ParameterValues.of(Map.of(parameter.name(), text)).values(parameter))
        .containsExactly(value);
  }

  @Test
  void protectBitsMayBeSeveral() throws UsageException {
    Parameter bits = Parameter.M_KEY_PROTECT_BITS;
    assertThat(ParameterValues.of(Map.of(bits.name(), "3, 2")).values(bits))
        .containsExactly(3L, 2L);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "M_KEY_DUT | 0 | expected 0x1 to 0xFFFFFFFFFFFFFFFF, decimal or 0x (64-bit key",
        "M_KEY_DUT | 0x1FFFFFFFFFFFFFFFF | expected 0x1 to 0xFFFFFFFFFFFFFFFF",
        "LEASE_PERIOD | 65536 | expected 1 to 65535, decimal or 0x (seconds",
        "LEASE_PERIOD | -1 | expected 1 to 65535",
        "LEASE_PERIOD | +1 | expected 1 to 65535",
        "LEASE_PERIOD | 2,3 | expected 1 to 65535",
        "LEASE_PERIOD | two | expected 1 to 65535",
        "LEASE_PERIOD | '' | expected 1 to 65535",
        "LEASE_PERIOD | 0x | expected 1 to 65535",
        "M_KEY_PROTECT_BITS | 1 | expected 2, 3 or 2,3",
        "M_KEY_PROTECT_BITS | 2,2 | expected 2, 3 or 2,3",
        "M_KEY_PROTECT_BITS | 2, | expected 2, 3 or 2,3",
        "PROFILE | long | expected short or full (word;",
        "PROFILE | 1 | expected short or full (word;",
        "START_PSN | 0x1000000 | expected 0 to 16777215, or several with commas",
      })
  void refusesByNameRangeAndUnit(String name, String text, String message) {
    assertThatThrownBy(() -> ParameterValues.of(Map.of(name, text)))
        .isInstanceOf(UsageException.class)
        .hasMessageStartingWith("parameter " + name + "=" + text + ": ")
        .hasMessageContaining(message);
  }

  @Test
  void namesAnUnknownParameterAndThoseThatThereAre() {
    assertThatThrownBy(() -> ParameterValues.of(Map.of("M_KEY", "1")))
        .hasMessage(
            "no parameter is called \"M_KEY\"; there are M_KEY_DUT, M_KEY_OTHER, LEASE_PERIOD,"
                + " M_KEY_PROTECT_BITS, M_KEY_VIOLATIONS, LEASE_ZERO_WATCH, SERVICE_ID,"
                + " SERVICE_LEASE, SM_KEY, SM_PATIENCE, START_PSN, PROFILE");
  }

  @Test
  void aWrongKeyMustDifferFromTheRightOne() {
    assertThatThrownBy(() -> ParameterValues.of(Map.of("M_KEY_DUT", "255", "M_KEY_OTHER", "0xFF")))
        .hasMessageContaining("M_KEY_DUT and M_KEY_OTHER are both 0xFF");
  }

  @Test
  void showsWhatATestWasRunWith() throws UsageException {
    Page lease =
        Pages.all().stream().filter(page -> page.id().equals("C14_017_01")).findAny().orElseThrow();
    assertThat(ParameterValues.of(Map.of("LEASE_PERIOD", "3")).readBy(lease))
        .singleElement(InstanceOfAssertFactories.STRING)
        .startsWith("parameters of this run: M_KEY_DUT = 0x1BA55A7000000001 (64-bit key), ")
        .contains("LEASE_PERIOD = 3 (seconds)");
  }
}
