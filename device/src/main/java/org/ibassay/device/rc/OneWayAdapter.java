package org.ibassay.device.rc;

import java.util.Map;
import java.util.TreeMap;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// The QPs of a simulated channel adapter of an unacknowledged service.
///
/// @param <Q> a QP of that service
abstract class OneWayAdapter<Q extends OneWayQp> {
  private final ChannelAdapter device;
  private final int pKey;
  private final FrameWriter writer;
  private final Map<Integer, Q> qps = new TreeMap<>();
  private final OneWaySeams<?, ?> seams;

  /// @param pKey of all QPs
  OneWayAdapter(ChannelAdapter device, OneWaySeams<?, ?> seams, int pKey) {
    this.device = device;
    this.seams = seams;
    this.pKey = pKey;
    this.writer = new FrameWriter(seams.sealing, device.seams().carrying, pKey);
  }

  final ChannelAdapter device() {
    return device;
  }

  final int pKey() {
    return pKey;
  }

  /// The open QPs, by number.
  final Map<Integer, Q> qps() {
    return qps;
  }

  /// The destination QP of a packet.
  final int destination(TransportPacket packet) {
    return seams.destination.part().applyAsInt((int) packet.get(Header.BTH, Bth.DEST_QP));
  }

  final Q open(Q qp) {
    qps.put(qp.qpn(), qp);
    return qp;
  }

  final @Nullable Q qp(int qpn) {
    return qps.get(qpn);
  }

  final void close(Q qp) {
    qp.close();
    qps.remove(qp.qpn());
  }

  final void clear() {
    qps.values().forEach(OneWayQp::close);
    qps.clear();
  }

  /// Returns the frame of a packet to a peer's QP.
  final byte[] frame(int gidIndex, PortAddress peer, int peerQpn, OutgoingPacket packet) {
    return writer.frame(device.envelope(gidIndex, peer), peerQpn, packet);
  }
}
