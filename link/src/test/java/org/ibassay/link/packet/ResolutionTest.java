package org.ibassay.link.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.HexFormat;
import java.util.Random;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.NeighborDiscovery;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ResolutionTest {
  private static final int IP = Ethernet.LAYOUT.bytes();
  private static final int ND = IP + Ipv6.LAYOUT.bytes();

  private static @Nullable Object reported(byte[] frame) {
    return Frames.resolution(Frames.TESTER6, Frames.DUT6)
        .reported(MemorySegment.ofArray(frame), frame.length);
  }

  private static void seal(MemorySegment frame) {
    NeighborDiscovery.CHECKSUM.set(frame, ND, 0);
    int bytes = (int) frame.byteSize() - ND;
    int checksum = InternetChecksum.overIpv6(frame, IP, ND, bytes, Ipv4.ICMPV6);
    NeighborDiscovery.CHECKSUM.set(frame, ND, checksum);
  }

  @Test
  void arpFramesAreThoseOfTheRfc() {
    byte[] question = Frames.question(Frames.DUT, Frames.TESTER);
    assertThat(HexFormat.of().formatHex(question))
        .isEqualTo(
            "ffffffffffff"
                + "020000000002"
                + "0806"
                + "0001080006040001"
                + "020000000002c0000202"
                + "000000000000c0000201");
    assertThat(HexFormat.of().formatHex(Frames.answer(Frames.TESTER, Frames.DUT, question)))
        .isEqualTo(
            "020000000002"
                + "0200c0000201"
                + "0806"
                + "0001080006040002"
                + "0200c0000201c0000201"
                + "020000000002c0000202");
  }

  @Test
  void solicitationGoesToTheGroupOfTheAddress() {
    MemorySegment question = MemorySegment.ofArray(Frames.question(Frames.TESTER6, Frames.DUT6));
    assertThat(Ethernet.DESTINATION.get(question, 0)).isEqualTo(0x3333_FF00_0002L);
    assertThat(Gid.get(Ipv6.DESTINATION, question, IP))
        .isEqualTo(new Gid(0xFF02_0000_0000_0000L, 0x0000_0001_FF00_0002L));
    assertThat(Ipv6.HOP_LIMIT.get(question, IP)).isEqualTo(255);
    assertThat(InternetChecksum.overIpv6(question, IP, ND, 32, Ipv4.ICMPV6)).isZero();
  }

  @Test
  void advertisementContainsTheAddress() {
    byte[] answer =
        Frames.answer(Frames.DUT6, Frames.TESTER6, Frames.question(Frames.TESTER6, Frames.DUT6));
    assertThat(reported(answer)).isEqualTo(Frames.DUT_MAC);
    MemorySegment frame = MemorySegment.ofArray(answer);
    assertThat(NeighborDiscovery.SOLICITED.get(frame, ND)).isEqualTo(1);
    assertThat(InternetChecksum.overIpv6(frame, IP, ND, 32, Ipv4.ICMPV6)).isZero();
  }

  @Test
  void whoHasNoAddressYetIsAnsweredToAll() {
    byte[] question = Frames.question(Frames.DUT6, Frames.TESTER6);
    MemorySegment frame = MemorySegment.ofArray(question);
    new Gid(0, 0).set(Ipv6.SOURCE, frame, IP);
    seal(frame);
    MemorySegment answer =
        MemorySegment.ofArray(Frames.answer(Frames.TESTER6, Frames.DUT6, question));
    assertThat(Ethernet.DESTINATION.get(answer, 0)).isEqualTo(0x3333_0000_0001L);
    assertThat(Gid.get(Ipv6.DESTINATION, answer, IP)).isEqualTo(new Gid(0xFF02_0000_0000_0000L, 1));
    assertThat(NeighborDiscovery.SOLICITED.get(answer, ND)).isZero();
  }

  @Test
  void otherVlansOtherAddressesAndForgeriesAreLeftAlone() {
    byte[] tagged = Frames.question(Frames.inVlan(Frames.DUT, 3), Frames.TESTER);
    assertThat(Frames.answer(Frames.TESTER, Frames.DUT, tagged)).isEmpty();
    assertThat(Frames.answer(Frames.inVlan(Frames.TESTER, 4), Frames.DUT, tagged)).isEmpty();
    assertThat(Frames.answer(Frames.inVlan(Frames.TESTER, 3), Frames.DUT, tagged)).isNotEmpty();

    byte[] question = Frames.question(Frames.DUT6, Frames.TESTER6);
    MemorySegment frame = MemorySegment.ofArray(question);
    Ipv6.HOP_LIMIT.set(frame, IP, 254);
    assertThat(Frames.answer(Frames.TESTER6, Frames.DUT6, question))
        .as("it came through a router")
        .isEmpty();
    Ipv6.HOP_LIMIT.set(frame, IP, 255);
    assertThat(Frames.answer(Frames.TESTER6, Frames.DUT6, question)).isNotEmpty();
    NeighborDiscovery.CHECKSUM.set(frame, ND, 1);
    assertThat(Frames.answer(Frames.TESTER6, Frames.DUT6, question)).isEmpty();
  }

  @Test
  void anEmptyOptionEndsTheSearch() {
    byte[] answer =
        Frames.answer(Frames.DUT6, Frames.TESTER6, Frames.question(Frames.TESTER6, Frames.DUT6));
    MemorySegment frame = MemorySegment.ofArray(answer);
    int option = ND + NeighborDiscovery.LAYOUT.bytes();
    NeighborDiscovery.OPTION_TYPE.set(frame, option, 9);
    NeighborDiscovery.OPTION_LENGTH.set(frame, option, 0);
    seal(frame);
    assertThat(reported(answer)).isNull();
  }

  @Test
  void neverThrowsOnRandomFrames() {
    long seed = Long.getLong("ibassay.seed", System.currentTimeMillis());
    Random random = new Random(seed);
    byte[] arp = Frames.question(Frames.DUT, Frames.TESTER);
    byte[] nd = Frames.question(Frames.DUT6, Frames.TESTER6);
    MemorySegment out = MemorySegment.ofArray(new byte[128]);
    for (int round = 0; round < 20_000; round++) {
      boolean six = random.nextBoolean();
      byte[] frame = (six ? nd : arp).clone();
      for (int i = random.nextInt(4); i > 0; i--) {
        frame[random.nextInt(frame.length)] = (byte) random.nextInt();
      }
      int bytes = random.nextInt(frame.length + 1);
      MemorySegment in = MemorySegment.ofArray(frame);
      Resolution resolution =
          six
              ? Frames.resolution(Frames.TESTER6, Frames.DUT6)
              : Frames.resolution(Frames.TESTER, Frames.DUT);
      assertThat(resolution.answer(in, bytes, out)).as("-Dibassay.seed=%d", seed).isLessThan(128);
      resolution.reported(in, bytes);
    }
    assertThat(out.toArray(JAVA_BYTE)).hasSize(128);
  }
}
