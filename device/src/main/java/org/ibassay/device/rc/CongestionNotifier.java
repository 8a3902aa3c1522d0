package org.ibassay.device.rc;

import org.ibassay.device.variant.SimParameter;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.OpCode;
import org.ibassay.wire.packet.TransportPacket;

/// Reports congestion, which ECN signals in a packet received by a QP, to the peer of the QP by a
/// congestion notification packet, CNP (17.9.3).
final class CongestionNotifier {
  private static final int CONGESTION = 3;
  private static final int RESERVED_BYTES = 16;

  /// Index of the word `paced` of the parameter `ce`.
  private static final int PACED = 2;

  private static final long PACE_NANOS = 20_000;

  private final QueuePair qp;
  private final int way;
  private long earliest = Long.MIN_VALUE;

  CongestionNotifier(QueuePair qp) {
    this.qp = qp;
    this.way = qp.device().variant().number(SimParameter.CONGESTION);
  }

  /// Looks at a packet that the QP has received.
  void heed(TransportPacket packet) {
    long now = qp.fabric().nanos();
    if (way == 0 || !isMarked(packet) || (way == PACED && now < earliest)) {
      return;
    }
    earliest = now + PACE_NANOS;
    OutgoingPacket notice =
        OutgoingPacket.request(OpCode.CNP, 0, false)
            .withPayload(new byte[RESERVED_BYTES])
            .with(Header.BTH, Bth.BECN, 1);
    qp.seams().again.notices.part().of(notice).forEach(qp::transmit);
  }

  private static boolean isMarked(TransportPacket packet) {
    return (packet.has(Header.IPV4) && packet.get(Header.IPV4, Ipv4.ECN) == CONGESTION)
        || (packet.has(Header.IPV6) && packet.get(Header.IPV6, Ipv6.ECN) == CONGESTION);
  }
}
