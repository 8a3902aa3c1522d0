package org.ibassay.device.rc;

import org.ibassay.wire.packet.AtomicAckEth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
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

  Syndrome acked() {
    return new Syndrome.Ack(qp.creditCode());
  }
}
