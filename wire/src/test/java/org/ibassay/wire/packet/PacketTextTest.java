package org.ibassay.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import org.junit.jupiter.api.Test;

class PacketTextTest {
  private final MemorySegment frame = MemorySegment.ofArray(new byte[200]);
  private final PacketWriter writer = new PacketWriter(frame);
  private final TransportPacket packet = new TransportPacket(frame);

  @Test
  void writesAnAcknowledge() {
    int bytes =
        writer
            .begin(SamplePackets.IPV4.withVlan(3), OpCode.RC_ACK, 0)
            .set(Header.BTH, Bth.DEST_QP, 0x11)
            .set(Header.BTH, Bth.PSN, 5)
            .set(Header.AETH, Aeth.SYNDROME, 0x2C)
            .set(Header.AETH, Aeth.MSN, 7)
            .end();
    packet.read(LinkType.ETHERNET, 0, bytes);
    assertThat(packet).hasToString("RC_ACK DestQP 0x000011 PSN 5, RNR NAK, 0.64 ms, MSN 7");
  }

  @Test
  void writesPayloadAndFindings() {
    int bytes = writer.begin(SamplePackets.IPV6, OpCode.RC_SEND_ONLY, 0).payload(2).end();
    Bth.T_VER.set(frame, writer.at(Header.BTH), 1);
    packet.read(LinkType.ETHERNET, 0, bytes);
    assertThat(packet.toString())
        .startsWith("RC_SEND_ONLY DestQP 0x000000 PSN 0, 2 bytes; bytes 78-81: ICRC 0x");
  }

  @Test
  void saysThatOtherBytesAreNone() {
    packet.read(LinkType.ETHERNET, 0, 3);
    assertThat(packet)
        .hasToString(
            "no packet of the transport, 3 bytes; bytes 0-13: Ethernet cut off, 3 of 14 bytes");
  }
}
