package org.ibassay.wire.net;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Random;
import org.ibassay.wire.RandomSeed;
import org.junit.jupiter.api.Test;

class InternetChecksumTest {
  @Test
  void ofTheExampleInRfc1071() {
    assertThat(checksum("0001f203f4f5f6f7")).isEqualTo(~0xDDF2 & 0xFFFF);
  }

  @Test
  void isZeroOverBytesThatHoldIt() {
    // The header of an IPv4 packet in RFC 791's form, with its checksum B861.
    assertThat(checksum("450000730000400040" + "11b861c0a80001c0a800c7")).isZero();
  }

  @Test
  void agreesWithTheSumWordByWord() {
    RandomSeed seed = RandomSeed.ofRun();
    Random random = seed.random();
    for (int round = 0; round < 200; round++) {
      byte[] bytes = new byte[random.nextInt(100)];
      random.nextBytes(bytes);
      assertThat(InternetChecksum.of(MemorySegment.ofArray(bytes), 0, bytes.length))
          .as(seed.toString())
          .isEqualTo(wordByWord(bytes));
    }
  }

  private static int checksum(String hex) {
    byte[] bytes = HexFormat.of().parseHex(hex);
    return InternetChecksum.of(MemorySegment.ofArray(bytes), 0, bytes.length);
  }

  private static int wordByWord(byte[] bytes) {
    int sum = 0;
    for (int i = 0; i < bytes.length; i++) {
      sum += (bytes[i] & 0xFF) << (i % 2 == 0 ? 8 : 0);
      sum = (sum & 0xFFFF) + (sum >> 16);
    }
    return ~sum & 0xFFFF;
  }
}
