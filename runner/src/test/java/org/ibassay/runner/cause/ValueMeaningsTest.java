package org.ibassay.runner.cause;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ValueMeaningsTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      delimiter = '|',
      textBlock =
          """
          PortInfo:PortState 4 | PortInfo:PortState 4 (Active)
          PortState 1 or 2 | PortState 1 or 2
          Status.Code 3 | Status.Code 3 (method/attribute combination not supported)
          Status.Code 0 or 7 | Status.Code 0 (no invalid fields) or 7 (invalid field value)
          Status.Code 7 (invalid field value) | Status.Code 7 (invalid field value)
          Status 0x001C | Status 0x001C (invalid field value)
          """)
  void valuesHaveTheirMeanings(String text, String readable) {
    assertThat(ValueMeanings.added(text)).isEqualTo(readable);
  }
}
