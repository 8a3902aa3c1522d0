package org.ibassay.wire.net;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MacTest {
  @Test
  void readsWhatItWrites() {
    Mac mac = new Mac(0x0200_00AB_CD01L);
    assertThat(mac).hasToString("02:00:00:ab:cd:01");
    assertThat(Mac.parse("02:00:00:ab:cd:01")).isEqualTo(mac);
    assertThat(Mac.parse("02-00-00-AB-CD-01")).isEqualTo(mac);
  }

  @Test
  void knowsGroups() {
    assertThat(Mac.BROADCAST.isGroup()).isTrue();
    assertThat(Mac.parse("33:33:ff:00:00:02").isGroup()).isTrue();
    assertThat(Mac.parse("02:00:00:00:00:02").isGroup()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "02",
        "02:00:00:00:00",
        "02:00:00:00:00:0g",
        "2:0:0:0:0:1",
        "02:00:00:00:00:01:"
      })
  void refusesWhatIsNone(String text) {
    assertThatThrownBy(() -> Mac.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining("\"" + text + "\" is no MAC address");
  }

  @Test
  void has48Bits() {
    assertThat(new Mac((1L << 48) - 1)).isEqualTo(Mac.BROADCAST);
    assertThatThrownBy(() -> new Mac(1L << 48)).isInstanceOf(IllegalArgumentException.class);
    assertThatThrownBy(() -> new Mac(-1)).isInstanceOf(IllegalArgumentException.class);
  }
}
