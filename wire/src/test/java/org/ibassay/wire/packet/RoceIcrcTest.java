package org.ibassay.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.util.HexFormat;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.net.Udp;
import org.junit.jupiter.api.Test;

/// RoCEv2 packets of others with their ICRCs. The packets are quoted in the tests of Scapy.
class RoceIcrcTest {
  /// A congestion notification that a ConnectX-4 Lx sent.
  private static final String CNP =
      """
      e41d2dab2bc27cfe90643b32080045c2003c718c40004011\
      91610a0011010a001201000012b7002800008100ffff4000\
      0118000000000000000000000000000000000000000082fd\
      002a\
      """;

  @Test
  void ofACapturedPacket() {
    MemorySegment frame = MemorySegment.ofArray(HexFormat.of().parseHex(CNP));
    TransportPacket packet = new TransportPacket(frame);
    packet.read(LinkType.ETHERNET, 0, (int) frame.byteSize());
    assertThat(packet.findings()).isEmpty();
    assertThat(packet.opCode()).contains(OpCode.CNP);
    assertThat(packet.payloadBytes()).isEqualTo(16);
    assertThat(HexFormat.of().toHexDigits(packet.icrcFound())).isEqualTo("82fd002a");
  }

  /// With a UDP checksum, MigReq and pad bytes.
  @Test
  void ofAQuotedPacket() {
    Mac mac = Mac.parse("24:8a:07:a8:fa:22");
    InetAddress address = InetAddress.ofLiteral("192.168.0.7");
    Envelope envelope =
        Envelope.roceV2(mac, mac, address, address)
            .with(Header.IPV4, Ipv4.TYPE_OF_SERVICE, 1)
            .with(Header.IPV4, Ipv4.IDENTIFICATION, 1144)
            .with(Header.UDP, Udp.CHECKSUM, 0xACA2);
    byte[] payload = HexFormat.of().parseHex("4630818be28935d90e9a95505401be885e50");
    MemorySegment frame = MemorySegment.ofArray(new byte[100]);
    int bytes =
        new PacketWriter(frame)
            .begin(envelope, OpCode.UC_SEND_ONLY, 0)
            .set(Header.BTH, Bth.M, 1)
            .set(Header.BTH, Bth.DEST_QP, 211)
            .set(Header.BTH, Bth.PSN, 13571856)
            .payload(MemorySegment.ofArray(payload), 0, payload.length)
            .end();
    TransportPacket packet = new TransportPacket(frame);
    packet.read(LinkType.ETHERNET, 0, bytes);
    assertThat(packet.get(Header.IPV4, Ipv4.TOTAL_LENGTH)).isEqualTo(64);
    assertThat(packet.get(Header.IPV4, Ipv4.HEADER_CHECKSUM)).isEqualTo(0xB4D5);
    assertThat(HexFormat.of().toHexDigits(packet.icrcFound())).isEqualTo("78f353f3");
  }
}
