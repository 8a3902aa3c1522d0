package org.ibassay.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Random;
import org.ibassay.wire.RandomSeed;
import org.junit.jupiter.api.Test;

class CrcTest {
  /// The specification's sample packet (7.8.1), quoted on linux-rdma in January 2025 ("rxe: switch
  /// to using the crc32 library"), there with what counts as ones already masked; unmasked as in
  /// the Mellanox packet generator of 2004 (`MPGA`, internal_functions.c), with the ICRC that both
  /// name.
  private static final String SAMPLE =
      """
      7012375c000e17d20a2024870087b1b3000dec2a01710a1c015d400238f27a05\
      0000000ebb884d85fd5cfba4728bc0690ed40000\
      9625b75a\
      """;

  /// Frame 11 of `infiniband.pcap` of Wireshark's sample captures, as two adapters sent it: an RC
  /// acknowledge; the last two bytes are the VCRC.
  private static final String LOCAL =
      "00020004000700011140ffff0087040800d40a551f000001" + "a8035550" + "3081";

  /// Frame 5 of the same: an IPoIB broadcast with a GRH.
  private static final String GLOBAL =
      """
      0003c000002100046000000000541b00fe800000000000000002c9020024f636\
      ff12401bffff000000000000ffffffff6440ffff00ffffff000020af00000b1b\
      0000040508060000002008001404000180000405fe800000000000000002c902\
      0024f6360a00012200000000000000000000000000000000000000000a00003a\
      bd6bd6a88883\
      """;

  private static final RandomSeed SEED = RandomSeed.ofRun();

  @Test
  void icrcOfTheSpecificationsSample() {
    assertThat(HexFormat.of().toHexDigits(icrc(bytes(SAMPLE), 52))).isEqualTo("9625b75a");
  }

  @Test
  void bothCrcsOfACapturedPacket() {
    assertThatCrcsAreRight(LOCAL);
  }

  @Test
  void bothCrcsOfACapturedPacketWithGrh() {
    assertThatCrcsAreRight(GLOBAL);
  }

  private static void assertThatCrcsAreRight(String packet) {
    byte[] bytes = bytes(packet);
    int end = bytes.length - 2;
    assertThat(HexFormat.of().toHexDigits(icrc(bytes, end - 4)))
        .isEqualTo(packet.substring(packet.length() - 12, packet.length() - 4));
    assertThat(HexFormat.of().toHexDigits((char) Vcrc.of(MemorySegment.ofArray(bytes), 0, end)))
        .isEqualTo(packet.substring(packet.length() - 4));
  }

  @Test
  void whatSwitchesMayChangeDoesNotCount() {
    byte[] bytes = bytes(LOCAL);
    int before = icrc(bytes, 24);
    MemorySegment in = MemorySegment.ofArray(bytes);
    Lrh.VL.set(in, 0, 9);
    Bth.RESV8A.set(in, 8, 0xC0);
    assertThat(icrc(bytes, 24)).isEqualTo(before);
    Lrh.SL.set(in, 0, 9);
    assertThat(icrc(bytes, 24)).isNotEqualTo(before);
  }

  @Test
  void whatRoutersMayChangeDoesNotCount() {
    byte[] bytes = bytes(GLOBAL);
    int length = bytes.length - 6;
    int before = icrc(bytes, length);
    MemorySegment in = MemorySegment.ofArray(bytes);
    Lrh.DLID.set(in, 0, 77);
    Grh.T_CLASS.set(in, 8, 0xA5);
    Grh.FLOW_LABEL.set(in, 8, 0x12345);
    Grh.HOP_LMT.set(in, 8, 3);
    Bth.RESV8A.set(in, 48, 0x40);
    assertThat(icrc(bytes, length)).isEqualTo(before);
    Grh.NXT_HDR.set(in, 8, 0);
    assertThat(icrc(bytes, length)).isNotEqualTo(before);
  }

  @Test
  void agreeWithBitwiseReferences() {
    Random random = SEED.random();
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment off = arena.allocate(400);
      for (int round = 0; round < 500; round++) {
        byte[] bytes = new byte[random.nextInt(300)];
        random.nextBytes(bytes);
        int base = random.nextInt(90);
        MemorySegment.copy(MemorySegment.ofArray(bytes), 0, off, base, bytes.length);
        assertThat(Icrc.of(off, base, bytes.length))
            .as("%d bytes, %s", bytes.length, SEED)
            .isEqualTo((int) reference(masked(bytes), 32, 0x04C11DB7));
        assertThat(Vcrc.of(off, base, bytes.length))
            .as("%d bytes, %s", bytes.length, SEED)
            .isEqualTo((int) reference(bytes, 16, 0x100B));
      }
    }
  }

  private static int icrc(byte[] packet, int bytes) {
    return Icrc.of(MemorySegment.ofArray(packet), 0, bytes);
  }

  private static byte[] bytes(String hex) {
    return HexFormat.of().parseHex(hex);
  }

  private static byte[] masked(byte[] packet) {
    byte[] masked = packet.clone();
    if (packet.length > 1 && (packet[1] & 3) == 3) {
      ones(masked, 0, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x0F, 0xFF, 0xFF, 0xFF);
      ones(masked, 15, 0xFF);
      ones(masked, 52, 0xFF);
    } else {
      ones(masked, 0, 0xF0);
      ones(masked, 12, 0xFF);
    }
    return masked;
  }

  private static void ones(byte[] in, int from, int... masks) {
    for (int i = 0; i < masks.length && from + i < in.length; i++) {
      in[from + i] |= (byte) masks[i];
    }
  }

  /// As the specification draws it: a register that shifts left, fed with each byte's bits from the
  /// least significant up, and sent bit by bit from its most significant one, so that each byte of
  /// the result is turned round.
  private static long reference(byte[] bytes, int width, long polynomial) {
    long all = (1L << width) - 1;
    long register = all;
    for (byte b : bytes) {
      for (int bit = 0; bit < 8; bit++) {
        boolean feedback = ((register >> (width - 1)) & 1) != ((b >> bit) & 1);
        register = ((register << 1) & all) ^ (feedback ? polynomial : 0);
      }
    }
    long sent = 0;
    for (int at = width - 8; at >= 0; at -= 8) {
      int turned = Integer.reverse((int) ((~register >> at) & 0xFF)) >>> 24;
      sent = (sent << 8) | turned;
    }
    return sent;
  }
}
