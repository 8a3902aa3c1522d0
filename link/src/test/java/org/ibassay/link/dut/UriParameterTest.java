package org.ibassay.link.dut;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UriParameterTest {
  private static final UriParameter<Long> NUMBER = UriParameter.number("n", 1, 254, "a number");
  private static final UriParameter<String> TEXT = UriParameter.text("t", "any", "a text");

  @ParameterizedTest
  @CsvSource({"7, 7", "0x1F, 31", "010, 10", "1, 1", "254, 254"})
  void numbersAreDecimalOrHex(String value, long number) throws Exception {
    assertThat(NUMBER.in(DutUri.parse("sim:ca?n=" + value))).contains(number);
  }

  @ParameterizedTest
  @CsvSource({"0", "255", "-1", "x", "0x", "''", "1.5", "99999999999999999999"})
  void otherNumbersAreRefused(String value) throws Exception {
    DutUri uri = DutUri.parse("sim:ca?n=" + value);
    assertThatThrownBy(() -> NUMBER.in(uri))
        .isInstanceOf(DutUriException.class)
        .hasMessage(
            "DUT URI \"sim:ca?n=%s\": n=%s: expected a number from 1 to 254"
                .formatted(value, value));
  }

  @Test
  void isEmptyWhereItIsNotGiven() throws Exception {
    DutUri uri = DutUri.parse("sim:ca");
    assertThat(NUMBER.in(uri)).isEmpty();
    assertThat(TEXT.allIn(uri)).isEmpty();
  }

  @Test
  void isRefusedWhereItHasToBeGiven() throws Exception {
    DutUri uri = DutUri.parse("sim:ca");
    assertThatThrownBy(() -> NUMBER.requiredIn(uri))
        .isInstanceOf(DutUriException.class)
        .hasMessage("DUT URI \"sim:ca\": does not say n=, a number from 1 to 254");
  }

  @Test
  void isRefusedWhereItIsGivenTwice() throws Exception {
    DutUri uri = DutUri.parse("sim:ca?t=a&t=b");
    assertThat(TEXT.allIn(uri)).containsExactly("a", "b");
    assertThatThrownBy(() -> TEXT.in(uri))
        .isInstanceOf(DutUriException.class)
        .hasMessageEndingWith("gives \"t\" 2 times");
  }
}
