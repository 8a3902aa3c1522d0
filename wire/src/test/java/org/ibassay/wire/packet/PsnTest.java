package org.ibassay.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class PsnTest {
  @Test
  void countsRound() {
    assertThat(Psn.next(5)).isEqualTo(6);
    assertThat(Psn.next(Psn.MAX)).isZero();
    assertThat(Psn.add(0xFFFFFE, 5)).isEqualTo(3);
    assertThat(Psn.add(3, -5)).isEqualTo(0xFFFFFE);
    assertThat(Psn.add(7, 1L << 40)).isEqualTo(7);
  }

  @Test
  void measuresTheShorterWayRound() {
    assertThat(Psn.difference(6, 5)).isEqualTo(1);
    assertThat(Psn.difference(5, 6)).isEqualTo(-1);
    assertThat(Psn.difference(2, Psn.MAX)).isEqualTo(3);
    assertThat(Psn.difference(Psn.MAX, 2)).isEqualTo(-3);
    assertThat(Psn.difference(0x7FFFFF, 0)).isEqualTo(0x7FFFFF);
    assertThat(Psn.difference(0x800000, 0)).isEqualTo(-0x800000);
  }

  @Test
  void ordersOverTheWrap() {
    assertThat(Psn.isBefore(Psn.MAX, 0)).isTrue();
    assertThat(Psn.isBefore(0, Psn.MAX)).isFalse();
    assertThat(Psn.isBefore(9, 9)).isFalse();
  }
}
