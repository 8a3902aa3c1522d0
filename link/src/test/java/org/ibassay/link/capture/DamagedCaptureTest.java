package org.ibassay.link.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.ibassay.link.capture.ReadCaptures.FIVE;
import static org.ibassay.link.capture.ReadCaptures.FOUR;
import static org.ibassay.link.capture.ReadCaptures.kinds;
import static org.ibassay.link.capture.ReadCaptures.read;

import java.lang.foreign.MemorySegment;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// [CaptureReader] with files that are truncated or invalid.
class DamagedCaptureTest {
  @ParameterizedTest
  @MethodSource("org.ibassay.link.capture.ReadCaptures#orders")
  void cutAnywhereItReadsWhatIsWhole(ByteOrder order) {
    HandMade pcap = HandMade.pcap(order, 0xA1B2C3D4, 1).record(7, 5, FIVE, 5);
    for (byte[] whole : List.of(pcap.toBytes(), kinds(order).toBytes())) {
      List<String> all = read(MemorySegment.ofArray(whole));
      for (int length = 4; length < whole.length; length++) {
        List<String> some = read(MemorySegment.ofArray(Arrays.copyOf(whole, length)));
        List<String> packets = some.stream().filter(line -> !line.startsWith("at byte")).toList();
        assertThat(packets).isEqualTo(all.subList(0, packets.size()));
      }
    }
  }

  @ParameterizedTest
  @MethodSource("org.ibassay.link.capture.ReadCaptures#orders")
  void damagedAtAnyByteItReadsOn(ByteOrder order) {
    HandMade pcap = HandMade.pcap(order, 0xA1B2C3D4, 1).record(7, 5, FIVE, 5);
    pcap.record(7, 6, FOUR, 4);
    for (byte[] whole : List.of(pcap.toBytes(), kinds(order).toBytes())) {
      for (int i = 0; i < whole.length; i++) {
        for (int with : new int[] {0, 1, 0x7F, 0x80, 0xFF}) {
          byte[] damaged = whole.clone();
          damaged[i] ^= (byte) with;
          assertThat(read(MemorySegment.ofArray(damaged)).size()).isLessThan(30);
        }
      }
    }
  }

  @Test
  void saysWhereAFileIsCutOff() {
    byte[] pcap =
        HandMade.pcap(ByteOrder.LITTLE_ENDIAN, 0xA1B2C3D4, 1).record(7, 5, FIVE, 5).toBytes();
    assertThat(read(MemorySegment.ofArray(Arrays.copyOf(pcap, 43))))
        .containsExactly("at byte 40: the file ends after 3 bytes of a packet; expected 5 bytes");
    assertThat(read(MemorySegment.ofArray(Arrays.copyOf(pcap, 30))))
        .containsExactly(
            "at byte 24: the file ends after 6 bytes of a packet's header; expected 16 bytes");
  }

  @Test
  void afterADamagedBlockItReadsOn() {
    HandMade file = new HandMade(ByteOrder.LITTLE_ENDIAN).section();
    file.interfaceOf(1, 0, file.body());
    int first = file.toBytes().length;
    file.enhanced(0, 1, FIVE, 5, file.body()).enhanced(0, 2, FOUR, 4, file.body());
    byte[] length = file.toBytes();
    length[first + 5] = 1;
    assertThat(read(MemorySegment.ofArray(length)))
        .containsExactly(
            "1 2000 1 [6, 7, 8, 9] of 4 null",
            "at byte 48: the file ends after 76 bytes of a block; expected 296 bytes");
    byte[] trailer = file.toBytes();
    trailer[first + 36] = 9;
    assertThat(read(MemorySegment.ofArray(trailer)))
        .containsExactly(
            "1 1000 1 [1, 2, 3, 4, 5] of 5 null",
            "2 2000 1 [6, 7, 8, 9] of 4 null",
            "at byte 84: a block length of 9; expected 40 as at the block's start");
  }

  @Test
  void optionLongerThanItsBlockIsADamage() {
    HandMade file = new HandMade(ByteOrder.LITTLE_ENDIAN).section();
    file.interfaceOf(1, 0, file.body());
    file.enhanced(0, 1, FOUR, 4, file.body().option(2, new byte[4]).u16(1).u16(100).u32(0));
    file.enhanced(0, 2, FOUR, 4, file.body().option(1, "fine"));
    assertThat(read(file.segment()))
        .containsExactly(
            "1 1000 1 [6, 7, 8, 9] of 4 null",
            "2 2000 1 [6, 7, 8, 9] of 4 fine",
            "at byte 90: an option of 100 bytes; expected at most 4, as its block has");
  }

  @Test
  void packetOfNoInterfaceIsADamage() {
    HandMade file = new HandMade(ByteOrder.LITTLE_ENDIAN).section();
    file.enhanced(3, 1, FIVE, 5, file.body());
    assertThat(read(file.segment()))
        .containsExactly(
            "at byte 36: a packet of interface 3; expected one of the 0 that the section"
                + " describes");
  }

  @Test
  void manyDamagesAreCountedAndFewKept() {
    HandMade file = new HandMade(ByteOrder.LITTLE_ENDIAN).section();
    for (int i = 0; i < 100; i++) {
      file.enhanced(3, 1, FIVE, 5, file.body());
    }
    CaptureReader capture = CaptureReader.of(file.segment());
    assertThat(capture.next()).isFalse();
    assertThat(capture.damageCount()).isEqualTo(100);
    assertThat(capture.damages()).hasSize(16);
  }
}
