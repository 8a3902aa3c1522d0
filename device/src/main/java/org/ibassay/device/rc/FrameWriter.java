package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import org.ibassay.device.rc.RcSeams.CarrierEdit;
import org.ibassay.device.rc.RcSeams.PacketSeal;
import org.ibassay.device.seam.Decision;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.PacketWriter;

/// Converts outgoing packets to frames.
final class FrameWriter {
  /// Longer than the longest packet, also with deviations.
  private static final int BYTES = 16_384;

  private final MemorySegment frame = MemorySegment.ofArray(new byte[BYTES]);
  private final PacketWriter writer = new PacketWriter(frame);
  private final Decision<PacketSeal> sealing;
  private final Decision<CarrierEdit> carrying;
  private final int pKey;

  /// @param sealing completes each packet
  /// @param carrying changes the headers before the BTH
  /// @param pKey of all QPs
  FrameWriter(Decision<PacketSeal> sealing, Decision<CarrierEdit> carrying, int pKey) {
    this.sealing = sealing;
    this.carrying = carrying;
    this.pKey = pKey;
  }

  byte[] frame(Envelope envelope, int peerQpn, OutgoingPacket packet) {
    Envelope carried = carrying.part().of(envelope, packet);
    writer
        .begin(carried, packet.opCode(), 0)
        .set(Header.BTH, Bth.P_KEY, pKey)
        .set(Header.BTH, Bth.DEST_QP, peerQpn)
        .set(Header.BTH, Bth.PSN, packet.psn())
        .set(Header.BTH, Bth.A, packet.ackRequest() ? 1 : 0);
    packet.settings().stream()
        .filter(field -> field.header().compareTo(Header.BTH) >= 0 || carried.has(field.header()))
        .forEach(field -> writer.set(field.header(), field.field(), field.value()));
    writer.payload(packet.payload(), 0, (int) packet.payload().byteSize());
    int bytes = sealing.part().end(writer, packet);
    return frame.asSlice(0, bytes).toArray(JAVA_BYTE);
  }
}
