package org.ibassay.wire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class FieldTest {
  private static final RandomSeed SEED = RandomSeed.ofRun();

  private final Random random = SEED.random();

  @Test
  void readsWhatABitByBitReaderReads() {
    forEachShape(field -> {
      byte[] bytes = random(lengthOf(field));
      for (int i = 0; i < field.count(); i++) {
        assertThat(field.get(MemorySegment.ofArray(bytes), 1, i))
            .as("%s, element %d, %s", field, i, SEED)
            .isEqualTo(readBits(bytes, 8 + field.bitOffset() + i * field.stride(), field.width()));
      }
    });
  }

  @Test
  void changesItsOwnBitsOnly() {
    forEachShape(field -> {
      byte[] bytes = random(lengthOf(field));
      byte[] expected = bytes.clone();
      int element = random.nextInt(field.count());
      long value = random.nextLong();
      writeBits(expected, 8 + field.bitOffset() + element * field.stride(), field.width(), value);

      field.set(MemorySegment.ofArray(bytes), 1, element, value);

      assertThat(bytes).as("%s, element %d, %s", field, element, SEED).isEqualTo(expected);
    });
  }

  @Test
  void readsANativeSegmentAsAnArray() {
    forEachShape(field -> {
      byte[] bytes = random(lengthOf(field));
      try (Arena arena = Arena.ofConfined()) {
        MemorySegment off = arena.allocate(bytes.length);
        off.copyFrom(MemorySegment.ofArray(bytes));
        assertThat(field.get(off, 1))
            .as("%s, %s", field, SEED)
            .isEqualTo(field.get(MemorySegment.ofArray(bytes), 1));
        field.set(off, 1, 5);
        field.set(MemorySegment.ofArray(bytes), 1, 5);
        assertThat(off.toArray(ValueLayout.JAVA_BYTE)).as("%s, %s", field, SEED).isEqualTo(bytes);
      }
    });
  }

  @Test
  void knowsItsGreatestValue() {
    assertThat(field(0, 1).max()).isEqualTo(1);
    assertThat(field(3, 5).max()).isEqualTo(31);
    assertThat(field(0, 63).max()).isEqualTo(Long.MAX_VALUE);
    assertThat(Long.toUnsignedString(field(0, 64).max())).isEqualTo("18446744073709551615");
  }

  @Test
  void givesTheBytesOfAWideField() {
    byte[] bytes = SEED.bytes(40);
    Field gid = field(64, 128);
    assertThat(gid.isWide()).isTrue();
    assertThat(gid.slice(MemorySegment.ofArray(bytes), 3).toArray(ValueLayout.JAVA_BYTE))
        .isEqualTo(Arrays.copyOfRange(bytes, 11, 27));
  }

  @Test
  void refusesWhatNoLoadCanReach() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> field(1, 64))
        .withMessageContaining("nine");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> field(4, 65))
        .withMessageContaining("wide");
    assertThatIllegalArgumentException().isThrownBy(() -> field(0, 0));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> repeated(0, 62, 2, 63))
        .withMessageContaining("nine");
    assertThatIllegalArgumentException().isThrownBy(() -> repeated(0, 8, 2, 7));
  }

  private static int lengthOf(Field field) {
    // One byte before, and none after: the field must not reach past its last byte.
    return 1 + (field.bitOffset() + (field.count() - 1) * field.stride() + field.width() + 7) / 8;
  }

  private byte[] random(int length) {
    byte[] bytes = new byte[length];
    random.nextBytes(bytes);
    return bytes;
  }

  /// Every width at every place within a byte, as one and as several elements.
  private static void forEachShape(Consumer<Field> body) {
    for (int width = 1; width <= 64; width++) {
      for (int offset = 0; offset < 16; offset++) {
        if ((offset & 7) + width <= 64) {
          body.accept(field(offset, width));
          body.accept(repeated(offset, width, 5, (width + 7) / 8 * 8));
        }
        if (width <= 57) {
          body.accept(repeated(offset, width, 9, width + offset % 3));
        }
      }
    }
  }

  private static Field field(int bitOffset, int width) {
    return repeated(bitOffset, width, 1, width);
  }

  private static Field repeated(int bitOffset, int width, int count, int stride) {
    return new Field("F", bitOffset, width, count, stride, Access.RW, Form.HEX, Legal.ANY);
  }

  private static long readBits(byte[] bytes, int from, int width) {
    long value = 0;
    for (int bit = from; bit < from + width; bit++) {
      value = (value << 1) | ((bytes[bit / 8] >> (7 - bit % 8)) & 1);
    }
    return value;
  }

  private static void writeBits(byte[] bytes, int from, int width, long value) {
    for (int i = 0; i < width; i++) {
      int bit = from + width - 1 - i;
      int mask = 1 << (7 - bit % 8);
      boolean one = ((value >>> i) & 1) == 1;
      bytes[bit / 8] = (byte) (one ? bytes[bit / 8] | mask : bytes[bit / 8] & ~mask);
    }
  }
}
