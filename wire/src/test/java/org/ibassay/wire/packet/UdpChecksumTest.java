package org.ibassay.wire.packet;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.net.Udp;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/// Packets have a UDP checksum if their envelope says so.
final class UdpChecksumTest {
  private static final int ODD = 7;

  private final MemorySegment frame = MemorySegment.ofArray(new byte[500]);
  private final PacketWriter writer = new PacketWriter(frame);
  private final TransportPacket packet = new TransportPacket(frame);

  static List<Envelope> envelopes() {
    return SamplePackets.envelopes();
  }

  private long checksum(Envelope envelope, int payloadBytes) {
    int bytes = writer.begin(envelope, OpCode.RC_SEND_ONLY, 0).payload(payloadBytes).end();
    packet.read(envelope.framing().link(), 0, bytes);
    assertThat(packet.findings()).isEmpty();
    return packet.has(Header.UDP) ? packet.get(Header.UDP, Udp.CHECKSUM) : 0;
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void anEnvelopeGivesItsPacketsAChecksum(Envelope envelope) {
    Envelope summed = envelope.withUdpChecksum(true);
    assertThat(summed.hasUdpChecksum()).isEqualTo(envelope.has(Header.UDP));
    for (int payloadBytes = 0; payloadBytes <= ODD; payloadBytes++) {
      assertThat(checksum(summed, payloadBytes) != 0).isEqualTo(envelope.has(Header.UDP));
    }
  }

  @ParameterizedTest
  @MethodSource("envelopes")
  void otherwiseTheyHaveNone(Envelope envelope) {
    assertThat(checksum(envelope, ODD)).isZero();
    assertThat(checksum(envelope.withUdpChecksum(true).withUdpChecksum(false), ODD)).isZero();
  }
}
