package org.ibassay.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.ibassay.suite.Reading.OTHER_PORT_SET;
import static org.ibassay.suite.Reading.SAME_STATE;

import java.util.List;
import org.ibassay.suite.Reading;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Tests the values of `--strict`.
class StrictReadingsTest {
  @Test
  void aReadingMeansItsFirstWayUnlessOneIsNamed() throws UsageException {
    StrictReadings strict = StrictReadings.of(List.of("same-state", "other-port-set=code-7"));
    assertThat(strict.way(SAME_STATE)).isEqualTo("accept");
    assertThat(strict.way(OTHER_PORT_SET)).isEqualTo("code-7");
    assertThat(strict.way(Reading.VLSTALL_0)).isNull();
    assertThat(strict.named()).containsExactlyInAnyOrder(SAME_STATE, OTHER_PORT_SET);
  }

  @Test
  void allIsEachFirstWayButThoseThatAreNamed() throws UsageException {
    StrictReadings strict = StrictReadings.of(List.of("same-state=refuse", "all"));
    assertThat(strict.ways()).hasSameSizeAs(Reading.values());
    assertThat(strict.way(SAME_STATE)).isEqualTo("refuse");
    assertThat(strict.way(OTHER_PORT_SET)).isEqualTo("code-0");
    assertThat(strict.named()).containsExactly(SAME_STATE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "sme-state | --strict sme-state: no such reading; did you mean: same-state;"
            + " expected one of",
        "sme-state=x | lid-lmc-alignment, link-speed-combinations",
        "sme-state=x | , or \"all\" for all",
        "'' | --strict : no such reading; expected one of unsupported-attribute-code",
        "same-state=no | --strict same-state=no: expected a way of that reading: accept (code 0),",
        "same-state= | --strict same-state=: expected a way of that reading: accept (code 0),",
        "all=accept | --strict all: no such reading",
      })
  void whatThereIsNotIsNamedWithWhatThereIs(String text, String message) {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> StrictReadings.of(List.of(text)))
        .withMessageContaining(message);
  }

  @Test
  void oneReadingTwiceIsWrongUse() {
    assertThatExceptionOfType(UsageException.class)
        .isThrownBy(() -> StrictReadings.of(List.of("same-state", "same-state=refuse")))
        .withMessage("--strict same-state: given twice");
  }

  /// A reading with the same name as the keyword for all readings could not be selected.
  @Test
  void everyReadingCanBeAskedForByEachOfItsWays() throws UsageException {
    for (Reading reading : Reading.values()) {
      assertThat(reading.id()).matches("[a-z0-9-]+").isNotEqualTo("all");
      assertThat(reading.ways()).hasSizeGreaterThan(1);
      assertThat(reading.ways().stream().map(Reading.Way::id)).doesNotHaveDuplicates();
      for (Reading.Way way : reading.ways()) {
        String text = reading.id() + "=" + way.id();
        assertThat(StrictReadings.of(List.of(text)).ways()).containsEntry(reading, way);
      }
    }
  }
}
