package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
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
  private final RcSeams seams;
  private final int pKey;

  /// @param pKey of all QPs
  FrameWriter(RcSeams seams, int pKey) {
    this.seams = seams;
    this.pKey = pKey;
  }

  byte[] frame(Envelope envelope, int peerQpn, OutgoingPacket packet) {
    writer
        .begin(seams.carrying.part().of(envelope, packet), packet.opCode(), 0)
        .set(Header.BTH, Bth.P_KEY, pKey)
        .set(Header.BTH, Bth.DEST_QP, peerQpn)
        .set(Header.BTH, Bth.PSN, packet.psn())
        .set(Header.BTH, Bth.A, packet.ackRequest() ? 1 : 0);
    packet.settings().forEach(field -> writer.set(field.header(), field.field(), field.value()));
    writer.payload(packet.payload(), 0, (int) packet.payload().byteSize());
    int bytes = seams.sealing.part().end(writer, packet);
    return frame.asSlice(0, bytes).toArray(JAVA_BYTE);
  }
}
