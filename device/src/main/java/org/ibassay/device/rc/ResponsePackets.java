package org.ibassay.device.rc;

import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.Psn;
import org.ibassay.wire.packet.Syndrome;

/// Response packets of a QP that have an AETH.
final class ResponsePackets {
  private final QueuePair qp;

  ResponsePackets(QueuePair qp) {
    this.qp = qp;
  }

  OutgoingPacket ack(int psn, int msn) {
    return nak(psn, acked(), msn);
  }

  OutgoingPacket nak(int psn, Syndrome syndrome, int msn) {
    return OutgoingPacket.response(OpCode.RC_ACK, psn).withAeth(syndrome, msn);
  }

  OutgoingPacket atomicAck(int psn, int msn, long reported) {
    return OutgoingPacket.response(OpCode.RC_ATOMIC_ACK, psn)
        .withAeth(acked(), msn)
        .with(Header.ATOMIC_ACK_ETH, AtomicAckEth.ORIG_REM_DT, reported);
  }

  /// The response to an ATOMIC WRITE or FLUSH.
  OutgoingPacket placed(int psn, int msn) {
    return OutgoingPacket.response(OpCode.RC_RDMA_READ_RESP_ONLY, psn).withAeth(acked(), msn);
  }

  /// The response to a READ or the rest of one.
  ///
  /// @param skipped number of packets of the whole response before it
  List<OutgoingPacket> read(MemoryTarget target, int psn, int skipped, int msn) {
    Region region = qp.memory().of(target);
    int mtu = qp.settings().pathMtu();
    int bytes = region == null ? 0 : (int) target.length();
    int count = MessageSegments.count(bytes, mtu);
    List<OutgoingPacket> packets = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      OpCode opCode = MessageSegments.readResponse(i, count);
      RcSeams.ReadPart part =
          new RcSeams.ReadPart(target.address() + (long) i * mtu, i, skipped, mtu);
      byte[] data =
          region == null
              ? new byte[0]
              : region.read(part, Math.min(mtu, bytes - i * mtu), qp.seams().readPlace.part());
      byte[] sent = qp.seams().storing.part().of(opCode.operation(), data);
      OutgoingPacket packet = OutgoingPacket.response(opCode, Psn.add(psn, i)).withPayload(sent);
      packets.add(opCode.headers().contains(Header.AETH) ? packet.withAeth(acked(), msn) : packet);
    }
    return packets;
  }

  private Syndrome acked() {
    return new Syndrome.Ack(qp.creditCode());
  }
}
