package org.ibassay.link.umad;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class GmpAddressTest {
  private static int index(int... pKeys) {
    short[] table = new short[pKeys.length];
    for (int i = 0; i < pKeys.length; i++) {
      table[i] = (short) pKeys[i];
    }
    return GmpAddress.index(MemorySegment.ofArray(table));
  }

  @Test
  void defaultPartitionIsFoundWhereverItStands() {
    assertThat(index(0xFFFF, 0)).isZero();
    assertThat(index(0x8001, 0, 0xFFFF)).isEqualTo(2);
    assertThat(index(0x8001, 0x7FFF, 0)).isEqualTo(1);
  }

  @Test
  void fullMembershipIsPreferred() {
    assertThat(index(0x7FFF, 0x8001, 0xFFFF)).isEqualTo(2);
  }

  @Test
  void withoutItTheFirstIsTaken() {
    assertThat(index()).isZero();
    assertThat(index(0x8001, 0x8002)).isZero();
  }
}
