package org.ibassay.wire.attribute;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.Field;
import org.junit.jupiter.api.Test;

class SwitchInfoTest {
  private final MemorySegment held = MemorySegment.ofArray(new byte[SwitchInfo.LAYOUT.bytes()]);

  @Test
  void noValueIsIllegal() {
    for (Field field : SwitchInfo.LAYOUT.fields()) {
      for (long value = 0; value <= field.max(); value++) {
        assertThat(field.legal().allows(value, held)).as("%s %d", field.name(), value).isTrue();
      }
    }
  }

  @Test
  void topsWithinTheTablesMustBeTaken() {
    SwitchInfo.LINEAR_FDB_CAP.set(held, 0, 0xC000);
    SwitchInfo.MULTICAST_FDB_CAP.set(held, 0, 100);
    assertThat(isOpen(SwitchInfo.LINEAR_FDB_TOP, 0xBFFF)).isFalse();
    assertThat(isOpen(SwitchInfo.LINEAR_FDB_TOP, 0xC000)).isTrue();
    assertThat(isOpen(SwitchInfo.MULTICAST_FDB_TOP, 0xBFFE)).isTrue();
    assertThat(isOpen(SwitchInfo.MULTICAST_FDB_TOP, 0xBFFF)).isFalse();
    assertThat(isOpen(SwitchInfo.MULTICAST_FDB_TOP, 0xBFFF + 100)).isFalse();
    assertThat(isOpen(SwitchInfo.MULTICAST_FDB_TOP, 0xBFFF + 101)).isTrue();
  }

  private boolean isOpen(Field field, long value) {
    return field.legal().isOpen(value, held);
  }
}
