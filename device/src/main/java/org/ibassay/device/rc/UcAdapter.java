package org.ibassay.device.rc;

import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.UcSettings;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;

/// The unreliable connections of a simulated channel adapter.
final class UcAdapter extends OneWayAdapter<UnreliableQp> {
  private final UcSeams seams;

  /// @param pKey of all QPs
  UcAdapter(ChannelAdapter device, UcSeams seams, int pKey) {
    super(device, seams, pKey);
    this.seams = seams;
  }

  UcSeams seams() {
    return seams;
  }

  Fabric fabric() {
    return device().fabric();
  }

  Variant variant() {
    return device().variant();
  }

  Memory memory() {
    return device().memory();
  }

  UnreliableQp open(int qpn, PortAddress address, UcSettings settings) {
    return open(new UnreliableQp(this, qpn, address, settings));
  }

  /// Whether a packet is for a UC QP.
  boolean isFor(TransportPacket packet) {
    return qps().containsKey(destination(packet));
  }

  void take(TransportPacket packet) {
    UnreliableQp qp = qps().get(destination(packet));
    if (qp != null && !HeaderChecks.isCutOff(packet)) {
      qp.take(packet);
    }
  }

  /// The memory range of an RDMA WRITE.
  MemoryTarget target(TransportPacket packet) {
    return packet.has(Header.RETH)
        ? MemoryTarget.ofReth(packet, device().seams())
        : new MemoryTarget(0, 0, 0);
  }

  void send(UcSettings settings, OutgoingPacket packet) {
    device().send(frame(settings.gidIndex(), settings.peer(), settings.peerQpn(), packet));
  }
}
