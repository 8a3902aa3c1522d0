package org.ibassay.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.ibassay.wire.packet.Syndrome.Ack;
import org.ibassay.wire.packet.Syndrome.Nak;
import org.ibassay.wire.packet.Syndrome.RnrNak;
import org.junit.jupiter.api.Test;

class SyndromeTest {
  /// The specification's table of RNR NAK timers, in hundredths of a millisecond (9.7.5.2.8).
  private static final int[] TIMERS = {
    65536, 1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512, 768, 1024, 1536,
    2048, 3072, 4096, 6144, 8192, 12288, 16384, 24576, 32768, 49152
  };

  @Test
  void readsWhatItWrites() {
    for (int value = 0; value < 256; value++) {
      assertThat(Syndrome.of(value).value()).isEqualTo(value);
    }
  }

  @Test
  void timersAreThoseOfTheTable() {
    assertThat(IntStream.range(0, 32).mapToLong(t -> new RnrNak(t).nanos()))
        .containsExactly(
            IntStream.of(TIMERS).mapToLong(t -> t * 10_000L).boxed().toArray(Long[]::new));
  }

  @Test
  void creditsAreThoseOfTheTable() {
    assertThat(IntStream.range(0, 8).map(c -> new Ack(c).credits()))
        .containsExactly(0, 1, 2, 3, 4, 6, 8, 12);
    assertThat(new Ack(30).credits()).isEqualTo(32768);
    assertThat(Ack.WITHOUT_CREDITS.credits()).isEqualTo(-1);
  }

  @Test
  void saysWhatItMeans() {
    assertThat(Syndrome.of(0x1F)).hasToString("ACK");
    assertThat(Syndrome.of(0x05)).hasToString("ACK, credits 6");
    assertThat(Syndrome.of(0x2C)).hasToString("RNR NAK, 0.64 ms");
    assertThat(Syndrome.of(0x60)).hasToString("NAK, PSN sequence error");
    assertThat(Syndrome.of(0x61)).hasToString("NAK, invalid request");
    assertThat(Syndrome.of(0x62)).hasToString("NAK, remote access error");
    assertThat(Syndrome.of(0x63)).hasToString("NAK, remote operational error");
    assertThat(Syndrome.of(0x64)).hasToString("NAK, invalid RD request");
    assertThat(Syndrome.of(0x65)).hasToString("NAK, reserved code 5");
    assertThat(Syndrome.of(0x41)).hasToString("reserved syndrome 0x41");
    assertThat(Syndrome.of(0x80)).hasToString("reserved syndrome 0x80");
  }

  @Test
  void refusesMoreThanFiveBits() {
    assertThatThrownBy(() -> new Ack(32)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new RnrNak(-1)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Nak(0x61)).isInstanceOf(IllegalArgumentException.class);
  }
}
