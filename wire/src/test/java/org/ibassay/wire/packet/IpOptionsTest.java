package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.CRC32;
import org.ibassay.wire.RandomSeed;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.InternetChecksum;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Ipv6Extension;
import org.ibassay.wire.net.Udp;
import org.junit.jupiter.api.Test;

/// RoCEv2 after IPv4 options and IPv6 extension headers, and fragments of it.
class IpOptionsTest {
  private static final RandomSeed SEED = RandomSeed.ofRun();
  private static final int IP = Ethernet.LAYOUT.bytes();
  private static final int AFTER_IPV6 = IP + Ipv6.LAYOUT.bytes();
  private static final int AFTER_IPV4 = IP + Ipv4.LAYOUT.bytes();

  private static final String HOP_BY_HOP = "%02x00050200000000";
  private static final String DESTINATION = "%02x01" + "00".repeat(14);
  private static final String ROUTING = "%02x02040%d" + "00".repeat(20);
  private static final String FRAGMENT = "%02x00%04xdeadbeef";

  private static final String NOT_JUDGED =
      "options, for which no public source specifies the ICRC; it is not judged";

  private static byte[] packet(Envelope envelope) {
    MemorySegment frame = MemorySegment.ofArray(new byte[200]);
    PacketWriter writer = new PacketWriter(frame).begin(envelope, OpCode.RC_SEND_ONLY, 0);
    writer.set(Header.BTH, Bth.PSN, 0x123456);
    return frame.asSlice(0, writer.payload(20).end()).toArray(JAVA_BYTE);
  }

  /// @param more the extension headers in hexadecimal
  private static byte[] ipv6(int first, String more) {
    byte[] extensions = HexFormat.of().parseHex(more);
    byte[] packet = insert(packet(SamplePackets.IPV6), AFTER_IPV6, extensions);
    MemorySegment in = MemorySegment.ofArray(packet);
    Ipv6.NEXT_HEADER.set(in, IP, first);
    Ipv6.PAYLOAD_LENGTH.set(in, IP, packet.length - AFTER_IPV6);
    return packet;
  }

  private static byte[] insert(byte[] packet, int at, byte[] more) {
    return ByteBuffer.allocate(packet.length + more.length)
        .put(packet, 0, at)
        .put(more)
        .put(packet, at, packet.length - at)
        .array();
  }

  private static TransportPacket read(byte[] frame) {
    TransportPacket packet = new TransportPacket(MemorySegment.ofArray(frame));
    packet.read(LinkType.ETHERNET, 0, frame.length);
    return packet;
  }

  private static String all() {
    return HOP_BY_HOP.formatted(60)
        + DESTINATION.formatted(43)
        + ROUTING.formatted(44, 0)
        + FRAGMENT.formatted(60, 0)
        + DESTINATION.formatted(Ipv4.UDP);
  }

  @Test
  void bthIsFoundAfterExtensionHeaders() {
    byte[] frame = ipv6(0, all());
    TransportPacket packet = read(frame);
    assertThat(packet.get(Header.BTH, Bth.PSN)).isEqualTo(0x123456);
    assertThat(packet.payloadBytes()).isEqualTo(20);
    assertThat(packet.findings())
        .extracting(Finding::toString)
        .containsExactly("bytes 54-125: " + NOT_JUDGED);
    assertThat(packet.isWhole()).isFalse();
  }

  /// Over all bytes, the options as they stand.
  @Test
  void rightIcrcIsRight() {
    byte[] frame = ipv6(0, all());
    writeIcrc(frame);
    TransportPacket packet = read(frame);
    assertThat(packet.findings()).isEmpty();
    assertThat(packet.isWhole()).isTrue();
  }

  private static void writeIcrc(byte[] frame) {
    byte[] covered = Arrays.copyOfRange(frame, IP - 8, frame.length - 4);
    Arrays.fill(covered, 0, 8, (byte) -1);
    MemorySegment in = MemorySegment.ofArray(covered);
    Ipv6.TRAFFIC_CLASS.set(in, 8, -1);
    Ipv6.FLOW_LABEL.set(in, 8, -1);
    Ipv6.HOP_LIMIT.set(in, 8, -1);
    int bth = covered.length - 20 - Bth.LAYOUT.bytes();
    Bth.RESV8A.set(in, bth, -1);
    Udp.CHECKSUM.set(in, bth - Udp.LAYOUT.bytes(), -1);
    CRC32 crc = new CRC32();
    crc.update(covered);
    ByteBuffer.wrap(frame).putInt(frame.length - 4, Integer.reverseBytes((int) crc.getValue()));
  }

  @Test
  void fragmentsAreNotJudged() {
    for (int which : new int[] {1, 8, 0xFFF9}) {
      TransportPacket packet = read(ipv6(44, FRAGMENT.formatted(Ipv4.UDP, which)));
      assertThat(packet.isTransport()).isFalse();
      assertThat(packet.findings())
          .extracting(Finding::toString)
          .containsExactly(
              "bytes 56-57: Fragment Offset or M is set: a fragment of a packet, which is not"
                  + " judged");
    }
    assertThat(read(ipv6(44, FRAGMENT.formatted(6, 1))).findings()).isEmpty();
  }

  @Test
  void fragmentsOverIpv4AreNotJudged() {
    byte[] frame = packet(SamplePackets.IPV4);
    MemorySegment in = MemorySegment.ofArray(frame);
    Ipv4.MF.set(in, IP, 1);
    checksum(in, 20);
    assertThat(read(frame).findings())
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.HEADER);
    Ipv4.PROTOCOL.set(in, IP, 6);
    checksum(in, 20);
    assertThat(read(frame).findings()).isEmpty();
  }

  @Test
  void bthIsFoundAfterIpv4Options() {
    byte[] frame = insert(packet(SamplePackets.IPV4), AFTER_IPV4, new byte[] {1, 1, 1, 0});
    MemorySegment in = MemorySegment.ofArray(frame);
    Ipv4.IHL.set(in, IP, 6);
    Ipv4.TOTAL_LENGTH.set(in, IP, frame.length - IP);
    checksum(in, 24);
    TransportPacket packet = read(frame);
    assertThat(packet.get(Header.BTH, Bth.PSN)).isEqualTo(0x123456);
    assertThat(packet.findings())
        .extracting(Finding::toString)
        .containsExactly("bytes 34-37: " + NOT_JUDGED);
  }

  private static void checksum(MemorySegment in, int bytes) {
    Ipv4.HEADER_CHECKSUM.set(in, IP, 0);
    Ipv4.HEADER_CHECKSUM.set(in, IP, InternetChecksum.of(in, IP, bytes));
  }

  /// What comes in another order, twice, or is no extension header leads to no BTH.
  @Test
  void othersAreNoRoce() {
    assertThat(read(ipv6(51, HOP_BY_HOP.formatted(Ipv4.UDP))).isTransport()).isFalse();
    String twice = HOP_BY_HOP.formatted(0) + HOP_BY_HOP.formatted(Ipv4.UDP);
    TransportPacket packet = read(ipv6(0, twice));
    assertThat(packet.isTransport()).isFalse();
    assertThat(packet.findings()).isEmpty();
  }

  /// A routing header names the last destination, of which UDP's checksum is.
  @Test
  void checksumOnTheWayIsNotChecked() {
    for (int left : new int[] {0, 1}) {
      byte[] frame = ipv6(43, ROUTING.formatted(Ipv4.UDP, left));
      Udp.CHECKSUM.set(MemorySegment.ofArray(frame), AFTER_IPV6 + 24, 0x4711);
      writeIcrc(frame);
      assertThat(read(frame).findings())
          .extracting(Finding::kind)
          .containsExactlyElementsOf(
              left == 0 ? List.of(Finding.Kind.CHECKSUM) : List.<Finding.Kind>of());
    }
  }

  @Test
  void neverThrowsWhereverItIsCutOffOrDamaged() {
    var random = SEED.random();
    byte[] whole = ipv6(0, all());
    for (int round = 0; round < 3000; round++) {
      byte[] frame = Arrays.copyOf(whole, random.nextInt(whole.length + 1));
      for (int i = 0; i < 3 && frame.length > IP; i++) {
        frame[IP + random.nextInt(frame.length - IP)] = (byte) random.nextInt(256);
      }
      assertThat(read(frame).toString()).as(SEED.toString()).isNotEmpty();
      read(frame)
          .findings()
          .forEach(finding -> assertThat(finding.from()).isBetween(0, finding.to() - 1));
    }
    assertThat(Ipv6Extension.next(59, null)).isNull();
  }
}
