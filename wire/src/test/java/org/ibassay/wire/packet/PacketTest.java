package org.ibassay.wire.packet;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.ibassay.wire.Field;
import org.ibassay.wire.RandomSeed;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.net.Vlan;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// What is written is read back, and what is wrong is named.
class PacketTest {
  private static final RandomSeed SEED = RandomSeed.ofRun();

  /// Fields that the writer fills in, whatever the envelope says.
  private static final Set<Field> COMPUTED =
      Set.of(
          Ipv4.TOTAL_LENGTH,
          Ipv4.HEADER_CHECKSUM,
          Ipv6.PAYLOAD_LENGTH,
          Udp.LENGTH,
          Lrh.PKT_LEN,
          Grh.PAY_LEN,
          Bth.OP_CODE,
          Bth.PAD);

  private final MemorySegment frame = MemorySegment.ofArray(new byte[5000]);
  private final PacketWriter writer = new PacketWriter(frame);
  private final TransportPacket packet = new TransportPacket(frame);

  private int write(Envelope envelope, OpCode opCode, int payloadBytes) {
    writer.begin(envelope, opCode, 0);
    byte[] payload = SEED.bytes(payloadBytes);
    return writer.payload(MemorySegment.ofArray(payload), 0, payloadBytes).end();
  }

  private boolean read(Envelope envelope, int bytes) {
    return packet.read(envelope.framing().link(), 0, bytes);
  }

  private List<Finding> findings(Envelope envelope, int bytes) {
    read(envelope, bytes);
    return packet.findings();
  }

  static List<Envelope> envelopes() {
    return SamplePackets.envelopes();
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void everyOperationIsReadBack(Envelope envelope) {
    Random random = SEED.random();
    for (OpCode opCode : OpCode.values()) {
      int at = random.nextInt(200);
      List<Long> written = new ArrayList<>();
      writer.begin(envelope, opCode, at);
      writer.set(Header.BTH, Bth.PSN, 0xABCDEF);
      for (Header header : opCode.headers()) {
        for (Field field : header.layout().fields()) {
          long value = random.nextLong() & field.max();
          written.add(value);
          writer.set(header, field, value);
        }
      }
      byte[] payload = SamplePackets.payload(opCode, random);
      int length = writer.payload(MemorySegment.ofArray(payload), 0, payload.length).end();

      boolean fine = packet.read(envelope.framing().link(), at, length);

      assertThat(packet.findings()).as("%s %s", opCode, SEED).isEmpty();
      assertThat(fine).isTrue();
      assertThat(packet.framing()).contains(envelope.framing());
      assertThat(packet.opCode()).contains(opCode);
      assertThat(packet.get(Header.BTH, Bth.PSN)).isEqualTo(0xABCDEF);
      List<Long> found = new ArrayList<>();
      for (Header header : opCode.headers()) {
        header.layout().fields().forEach(field -> found.add(packet.get(header, field)));
      }
      assertThat(found).isEqualTo(written);
      assertThat(packet.payload().toArray(JAVA_BYTE)).isEqualTo(payload);
      assertThat(packet.padCount()).isEqualTo(-payload.length & 3);
    }
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void whatTheEnvelopeSaysStandsInThePacket(Envelope envelope) {
    int bytes = write(envelope, OpCode.RC_SEND_ONLY, 10);
    assertThat(read(envelope, bytes)).isTrue();
    for (Header header : Header.values()) {
      if (!envelope.has(header)) {
        continue;
      }
      assertThat(packet.has(header)).isTrue();
      for (Field field : header.layout().fields()) {
        if (!COMPUTED.contains(field)) {
          assertThat(packet.get(header, field))
              .as("%s.%s", header, field.name())
              .isEqualTo(envelope.get(header, field));
        }
      }
    }
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void aShortPacketIsNamedAndNeverThrows(Envelope envelope) {
    int bytes = write(envelope, OpCode.RC_RDMA_WRITE_ONLY_IMM, 33);
    for (int cut = 0; cut < bytes; cut++) {
      if (envelope.framing().isNative() && cut == bytes - TransportPacket.VCRC_BYTES) {
        continue;
      }
      assertThat(read(envelope, cut)).as("%d bytes", cut).isFalse();
      assertThat(packet.findings()).as("%d bytes", cut).isNotEmpty();
      assertThat(packet.toString()).isNotEmpty();
    }
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void everyBitButThoseLeftOutIsProtected(Envelope envelope) {
    int bytes = write(envelope, OpCode.RC_FETCHADD, 0);
    byte[] before = frame.asSlice(0, bytes).toArray(JAVA_BYTE);
    List<Integer> unnoticed = new ArrayList<>();
    for (int bit = 0; bit < bytes * 8; bit++) {
      frame.set(JAVA_BYTE, bit / 8, (byte) (before[bit / 8] ^ (0x80 >> (bit & 7))));
      if (read(envelope, bytes)) {
        unnoticed.add(bit);
      }
      frame.set(JAVA_BYTE, bit / 8, before[bit / 8]);
    }
    assertThat(unnoticed).isEqualTo(SamplePackets.unprotectedBits(envelope));
  }

  @Test
  void whatFollowsAFrameIsNotPartOfIt() {
    int bytes = write(SamplePackets.IPV4, OpCode.RC_SEND_ONLY, 8);
    byte[] payload = frame.asSlice(bytes - 12, 8).toArray(JAVA_BYTE);
    frame.asSlice(bytes, 7).fill((byte) 0x55);
    assertThat(packet.read(LinkType.ETHERNET, 0, bytes + 7)).isTrue();
    assertThat(packet.payload().toArray(JAVA_BYTE)).isEqualTo(payload);
    assertThat(packet.icrcFound()).isEqualTo(packet.icrcComputed());
  }

  @Test
  void anIcrcOfAnotherPacketIsNamed() {
    int bytes = write(SamplePackets.IPV4, OpCode.RC_SEND_ONLY, 8);
    Bth.PSN.set(frame, writer.at(Header.BTH), 9);
    assertThat(findings(SamplePackets.IPV4, bytes))
        .singleElement()
        .satisfies(finding -> {
          assertThat(finding.kind()).isEqualTo(Finding.Kind.ICRC);
          assertThat(finding.from()).isEqualTo(bytes - 4);
          assertThat(finding.to()).isEqualTo(bytes);
          assertThat(finding)
              .hasToString(
                  "bytes %d-%d: ICRC 0x%08x, computed 0x%08x"
                      .formatted(bytes - 4, bytes - 1, packet.icrcFound(), packet.icrcComputed()));
        });
    writer.seal();
    assertThat(read(SamplePackets.IPV4, bytes)).isTrue();
  }

  @Test
  void aCutOffHeaderIsNamed() {
    writer.begin(SamplePackets.IPV4, OpCode.RC_RDMA_READ_REQ.number(), List.of(), 0);
    int bytes = writer.payload(8).end();
    assertThat(findings(SamplePackets.IPV4, bytes))
        .extracting(Finding::toString)
        .containsExactly("bytes 54-69: RETH cut off, 8 of 16 bytes");
    assertThat(packet.has(Header.RETH)).isFalse();
    assertThatThrownBy(() -> packet.get(Header.RETH, Reth.VA))
        .isInstanceOf(IllegalStateException.class)
        .hasMessage("the packet has no RETH");
  }

  @Test
  void moreCapturedBytesMissingThanThere() {
    int bytes = write(SamplePackets.IPV4, OpCode.RC_SEND_ONLY, 100);
    assertThat(findings(SamplePackets.IPV4, 80))
        .extracting(Finding::toString)
        .containsExactly(
            "bytes 80-%d: IPv4 Total Length ends the packet at %d, but it has 80 bytes"
                .formatted(bytes - 1, bytes));
    assertThat(packet.isWhole()).isFalse();
    assertThat(packet.payloadBytes()).isEqualTo(26);
  }

  @Test
  void aPadCountBeyondThePayloadIsNamed() {
    int bytes = write(SamplePackets.IPV4, OpCode.RC_SEND_ONLY, 0);
    writer.set(Header.BTH, Bth.PAD, 3).seal();
    assertThat(findings(SamplePackets.IPV4, bytes))
        .extracting(Finding::toString)
        .containsExactly("byte 43: Pad 3, after the headers 0");
  }

  @Test
  void lengthsThatContradictEachOtherAreNamed() {
    int bytes = write(SamplePackets.IPV4, OpCode.RC_SEND_ONLY, 16);
    writer.set(Header.UDP, Udp.LENGTH, 44).seal();
    assertThat(findings(SamplePackets.IPV4, bytes))
        .extracting(Finding::toString)
        .contains("bytes 38-39: Length 44, IP has 40");
  }

  @Test
  void theGrhsLengthIsComparedWithTheLrhs() {
    int bytes = write(SamplePackets.GLOBAL, OpCode.RC_SEND_ONLY, 16);
    writer.set(Header.GRH, Grh.PAY_LEN, 36).seal();
    assertThat(findings(SamplePackets.GLOBAL, bytes))
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.LENGTH);
  }

  @Test
  void aReservedOpCodeIsNamedAndItsPayloadKept() {
    writer.begin(SamplePackets.IPV6, 0x15, List.of(), 0);
    int bytes = writer.payload(12).end();
    assertThat(findings(SamplePackets.IPV6, bytes))
        .extracting(Finding::toString)
        .containsExactly("byte 62: OpCode 0x15 is not defined");
    assertThat(packet.opCode()).isEmpty();
    assertThat(packet.opCodeNumber()).isEqualTo(0x15);
    assertThat(packet.payloadBytes()).isEqualTo(12);
  }

  @Test
  void aPayloadThatDoesNotBelongThereIsNamed() {
    int bytes = write(SamplePackets.IPV4, OpCode.RC_ACK, 4);
    assertThat(findings(SamplePackets.IPV4, bytes))
        .extracting(Finding::toString)
        .containsExactly("bytes 58-61: payload of 4 bytes, RC Acknowledge has 0");
    bytes = write(SamplePackets.IPV4, OpCode.RC_ATOMIC_WRITE, 4);
    assertThat(findings(SamplePackets.IPV4, bytes))
        .extracting(Finding::kind)
        .containsExactly(Finding.Kind.PAYLOAD);
  }

  @Test
  void aPayloadThatIsMissingIsNamed() {
    int bytes = write(SamplePackets.IPV4, OpCode.RC_ATOMIC_WRITE, 0);
    assertThat(findings(SamplePackets.IPV4, bytes))
        .extracting(Finding::toString)
        .containsExactly("bytes 70-77: payload of 0 bytes, RC ATOMIC WRITE has 8");
  }

  @Test
  void checksumsOfIpv4AndUdpAreChecked() {
    int bytes = write(SamplePackets.IPV4, OpCode.RC_SEND_ONLY, 16);
    Ipv4.HEADER_CHECKSUM.set(frame, writer.at(Header.IPV4), 0x1234);
    assertThat(findings(SamplePackets.IPV4, bytes))
        .extracting(Finding::toString)
        .containsExactly("bytes 24-25: Header Checksum is wrong");
    writer.set(Header.UDP, Udp.CHECKSUM, 1).seal();
    assertThat(findings(SamplePackets.IPV4, bytes))
        .extracting(Finding::toString)
        .containsExactly("bytes 40-41: Checksum is wrong");
  }

  @Test
  void otherPacketsAreNoFinding() {
    Ethernet.TYPE.set(frame, 0, Ethernet.ARP);
    assertThat(packet.read(LinkType.ETHERNET, 0, 60)).isFalse();
    assertThat(packet.findings()).isEmpty();
    assertThat(packet.isTransport()).isFalse();
    assertThat(packet.framing()).isEmpty();
    int bytes = write(SamplePackets.IPV4, OpCode.RC_SEND_ONLY, 16);
    writer.set(Header.UDP, Udp.DESTINATION_PORT, 53).seal();
    assertThat(read(SamplePackets.IPV4, bytes)).isFalse();
    assertThat(packet.findings()).isEmpty();
    assertThat(packet).hasToString("no packet of the transport, %d bytes".formatted(bytes));
  }

  /// They have no ICRC, and no BTH.
  @Test
  void rawPacketsHaveAVcrc() {
    int bytes = write(SamplePackets.LOCAL, OpCode.UD_SEND_ONLY, 24);
    for (int next : new int[] {0, Lrh.LNH_IPV6}) {
      Lrh.LNH.set(frame, 0, next);
      int vcrc = Vcrc.of(frame, 0, bytes - 2);
      frame.set(JAVA_BYTE, bytes - 2, (byte) (vcrc >> 8));
      frame.set(JAVA_BYTE, bytes - 1, (byte) vcrc);
      read(SamplePackets.LOCAL, bytes);
      assertThat(packet.findings()).isEmpty();
      assertThat(packet.vcrcAt()).isEqualTo(bytes - 2);
      assertThat(packet.has(Header.IPV6)).isEqualTo(next == Lrh.LNH_IPV6);
      assertThat(packet.isTransport()).isFalse();
      frame.set(JAVA_BYTE, 20, (byte) (frame.get(JAVA_BYTE, 20) + 1));
      assertThat(findings(SamplePackets.LOCAL, bytes))
          .extracting(Finding::kind)
          .containsExactly(Finding.Kind.VCRC);
      read(SamplePackets.LOCAL, bytes - 2);
      assertThat(packet.hasVcrc()).isFalse();
    }
  }

  @Test
  void manufacturersCodesAreTheirOwn() {
    int bytes = write(SamplePackets.IPV4, OpCode.RC_SEND_ONLY, 16);
    writer.set(Header.BTH, Bth.OP_CODE, 0xC5).seal();
    assertThat(findings(SamplePackets.IPV4, bytes))
        .extracting(Finding::toString)
        .containsExactly("byte 42: OpCode 0xc5 is a manufacturer's own");
  }

  @Test
  void aVlanTagIsPutInOnce() {
    Envelope tagged = SamplePackets.IPV4.withVlan(7);
    assertThat(tagged.bytes()).isEqualTo(SamplePackets.IPV4.bytes() + 4);
    assertThat(tagged.withVlan(9).bytes()).isEqualTo(tagged.bytes());
    int bytes = write(tagged.withVlan(9), OpCode.RC_SEND_ONLY, 1);
    assertThat(read(tagged, bytes)).isTrue();
    assertThat(packet.get(Header.VLAN, Vlan.VID)).isEqualTo(9);
    assertThat(packet.get(Header.VLAN, Vlan.TYPE)).isEqualTo(Ethernet.IPV4);
  }

  @Test
  void readsFromNativeMemoryAsWell() {
    int bytes = write(SamplePackets.IPV6, OpCode.RC_SEND_ONLY, 1000);
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment off = arena.allocate(4000);
      MemorySegment.copy(frame, 0, off, 77, bytes);
      TransportPacket there = new TransportPacket(off);
      assertThat(there.read(LinkType.ETHERNET, 77, bytes)).isTrue();
      PacketWriter writerThere = new PacketWriter(off);
      writerThere.begin(SamplePackets.LOCAL, OpCode.UD_SEND_ONLY, 2001);
      int length = writerThere.payload(5).end();
      assertThat(there.read(LinkType.INFINIBAND, 2001, length)).isTrue();
    }
  }

  @Test
  void neverThrowsOnRandomBytes() {
    Random random = SEED.random();
    int[] types = {Ethernet.IPV4, Ethernet.IPV6, Ethernet.ROCE_V1, Ethernet.VLAN};
    for (int round = 0; round < 20_000; round++) {
      byte[] bytes = new byte[random.nextInt(160)];
      random.nextBytes(bytes);
      MemorySegment in = MemorySegment.ofArray(bytes);
      if (bytes.length > 70) {
        Ethernet.TYPE.set(in, 0, types[random.nextInt(types.length)]);
        in.set(JAVA_BYTE, 14, (byte) (random.nextBoolean() ? 0x45 : 0x60));
        Ipv4.PROTOCOL.set(in, 14, Ipv4.UDP);
        Ipv4.TOTAL_LENGTH.set(in, 14, random.nextInt(160));
        Ipv4.MF.set(in, 14, 0);
        Ipv4.FRAGMENT_OFFSET.set(in, 14, 0);
        if (random.nextBoolean()) {
          Udp.DESTINATION_PORT.set(in, 34, Udp.ROCE_V2);
        } else {
          Ipv6.NEXT_HEADER.set(in, 14, Ipv4.UDP);
          Udp.DESTINATION_PORT.set(in, 54, Udp.ROCE_V2);
          Ipv6.PAYLOAD_LENGTH.set(in, 14, random.nextInt(160));
        }
      }
      TransportPacket any = new TransportPacket(in);
      for (LinkType link : LinkType.values()) {
        any.read(link, 0, bytes.length);
        assertThat(any.toString()).as("%s %s", SEED, HexFormat.of().formatHex(bytes)).isNotEmpty();
        any.findings()
            .forEach(finding -> assertThat(finding.from()).isBetween(0, finding.to() - 1));
      }
    }
  }

  @Test
  void refusesBytesThatAreNotThere() {
    assertThat(packet.read(LinkType.ETHERNET, 4990, 10)).isFalse();
    assertThatThrownBy(() -> packet.read(LinkType.ETHERNET, 4990, 11))
        .isInstanceOf(IndexOutOfBoundsException.class);
  }
}
