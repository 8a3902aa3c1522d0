package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.device.rc.RcSeams.PacketSeal;
import org.ibassay.device.seam.Decision;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.PacketWriter;

/// Makes frames of outgoing packets.
final class FrameWriter {
  /// More than the longest packet, and than deviations make of it.
  private static final int BYTES = 16_384;

  private final MemorySegment frame = MemorySegment.ofArray(new byte[BYTES]);
  private final PacketWriter writer = new PacketWriter(frame);
  private final Decision<PacketSeal> sealing;

  /// @param sealing ends each packet
  FrameWriter(Decision<PacketSeal> sealing) {
    this.sealing = sealing;
  }

  byte[] frame(Envelope envelope, int peerQpn, OutgoingPacket packet) {
    writer
        .begin(envelope, packet.opCode(), 0)
        .set(Header.BTH, Bth.DEST_QP, peerQpn)
        .set(Header.BTH, Bth.PSN, packet.psn())
        .set(Header.BTH, Bth.A, packet.ackRequest() ? 1 : 0);
    packet.settings().stream()
        .filter(field -> field.header().compareTo(Header.BTH) >= 0 || envelope.has(field.header()))
        .forEach(field -> writer.set(field.header(), field.field(), field.value()));
    writer.payload(packet.payload(), 0, (int) packet.payload().byteSize());
    int bytes = sealing.part().end(writer, packet);
    return frame.asSlice(0, bytes).toArray(JAVA_BYTE);
  }
}
