package org.ibassay.wire.sa;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RateTest {
  /// OpenSM's order of the numbers 2 to 24; 25 comes last.
  private static final List<Integer> IN_ORDER =
      List.of(
          2, 5, 3, 11, 6, 4, 15, 19, 7, 8, 20, 12, 9, 10, 16, 13, 14, 17, 18, 21, 22, 23, 24, 25);

  @Test
  void naturalOrderIsThatOfTheDataRates() {
    assertThat(Arrays.stream(Rate.values()).map(Rate::code)).isEqualTo(IN_ORDER);
  }

  @ParameterizedTest
  @CsvSource({
    "1, 1, 0, 0, 2", "2, 1, 0, 0, 3", "8, 1, 0, 0, 4", "1, 2, 0, 0, 5", "2, 4, 0, 0, 7",
    "8, 4, 0, 0, 10", "16, 1, 0, 0, 5", "4, 1, 0, 0, 6", "1, 4, 1, 0, 11", "2, 4, 1, 0, 12",
    "16, 4, 1, 0, 19", "2, 4, 2, 0, 16", "16, 4, 2, 0, 20", "2, 4, 4, 0, 17", "8, 4, 4, 0, 22",
    "2, 4, 8, 0, 21", "8, 4, 8, 0, 24", "2, 4, 8, 1, 23", "4, 4, 8, 1, 25"
  })
  void rateOfALink(int width, int speed, int ext, int ext2, int code) {
    assertThat(Rate.of(width, speed, ext, ext2).map(Rate::code)).contains(code);
  }

  @ParameterizedTest
  @CsvSource({"0, 1, 0, 0", "3, 1, 0, 0", "2, 0, 0, 0", "2, 3, 0, 0", "2, 4, 3, 0", "8, 4, 8, 1"})
  void reservedEncodingsHaveNone(int width, int speed, int ext, int ext2) {
    assertThat(Rate.of(width, speed, ext, ext2)).isEmpty();
  }

  @Test
  void textIsTheNominalRate() {
    assertThat(Rate.GBPS_2_5).hasToString("2.5 Gb/s");
    assertThat(Rate.of(12)).map(Rate::toString).contains("56 Gb/s");
    assertThat(Rate.of(0)).isEmpty();
    assertThat(Rate.of(26)).isEmpty();
  }

  @Test
  void encodingsOfMtuAndLifetime() {
    assertThat(Mtu.bytes(1)).isEqualTo(256);
    assertThat(Mtu.bytes(5)).isEqualTo(4096);
    assertThat(Mtu.bytes(0)).isZero();
    assertThat(Mtu.bytes(6)).isZero();
    assertThat(PacketLifeTime.nanos(0)).isEqualTo(4096);
    assertThat(PacketLifeTime.nanos(50)).isEqualTo(4096L << 50);
    assertThat(PacketLifeTime.nanos(63)).isEqualTo(Long.MAX_VALUE);
  }
}
