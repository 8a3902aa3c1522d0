package org.ibassay.device.rc;

import java.util.Map;
import java.util.TreeMap;
import org.ibassay.device.fabric.Fabric;
import org.ibassay.device.variant.Variant;
import org.ibassay.link.upper.Buffer;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.UcSettings;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Envelope;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.TransportPacket;
import org.jspecify.annotations.Nullable;

/// The unreliable connections of a simulated channel adapter.
final class UcAdapter {
  private final ChannelAdapter device;
  private final UcSeams seams;
  private final int pKey;
  private final FrameWriter writer;
  private final Map<Integer, UnreliableQp> qps = new TreeMap<>();

  /// @param pKey of all QPs
  UcAdapter(ChannelAdapter device, UcSeams seams, int pKey) {
    this.device = device;
    this.seams = seams;
    this.pKey = pKey;
    this.writer = new FrameWriter(seams.sealing, device.seams().carrying, pKey);
  }

  UcSeams seams() {
    return seams;
  }

  int pKey() {
    return pKey;
  }

  Fabric fabric() {
    return device.fabric();
  }

  Variant variant() {
    return device.variant();
  }

  Memory memory() {
    return device.memory();
  }

  UnreliableQp open(int qpn, PortAddress address, UcSettings settings) {
    Envelope envelope = device.envelope(settings.gidIndex(), settings.peer());
    UnreliableQp qp = new UnreliableQp(this, qpn, address, settings, envelope);
    qps.put(qpn, qp);
    return qp;
  }

  @Nullable UnreliableQp qp(int qpn) {
    return qps.get(qpn);
  }

  void close(UnreliableQp qp) {
    qp.close();
    qps.remove(qp.qpn());
  }

  void clear() {
    qps.values().forEach(UnreliableQp::close);
    qps.clear();
  }

  /// Whether a packet goes to a QP of an unreliable connection.
  boolean isFor(TransportPacket packet) {
    return qps.containsKey((int) packet.get(Header.BTH, Bth.DEST_QP));
  }

  void take(TransportPacket packet) {
    UnreliableQp qp = qps.get((int) packet.get(Header.BTH, Bth.DEST_QP));
    if (qp != null && !HeaderChecks.isCutOff(packet)) {
      qp.take(packet);
    }
  }

  /// Where an RDMA WRITE goes.
  MemoryTarget target(TransportPacket packet) {
    return packet.has(Header.RETH)
        ? MemoryTarget.ofReth(packet, device.seams())
        : new MemoryTarget(0, 0, 0);
  }

  byte[] read(Buffer buffer) {
    Region region = device.memory().usable(buffer, false);
    return region == null
        ? new byte[buffer.bytes()]
        : region.read(region.address() + buffer.at(), buffer.bytes());
  }

  void send(Envelope envelope, int peerQpn, OutgoingPacket packet) {
    device.send(writer.frame(envelope, peerQpn, packet));
  }
}
