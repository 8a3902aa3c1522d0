package org.ibassay.device.rc;

import static java.lang.foreign.ValueLayout.JAVA_BYTE;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.device.rc.OneWaySeams.Reaction;
import org.ibassay.device.variant.SimParameter;
import org.ibassay.link.upper.Datagram;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.UdSettings;
import org.ibassay.wire.packet.AtomicEth;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Deth;
import org.ibassay.wire.packet.Grh;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.LinkType;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;

/// The unreliable datagrams of a simulated channel adapter: its UD QPs and their multicast groups.
final class DatagramAdapter extends OneWayAdapter<DatagramQp> {
  /// DestQP of multicast packets, for all QPs attached to the group (10.5).
  private static final int MULTICAST_QP = 0xFF_FFFF;

  private static final long PACKET_NANOS = 100;

  private final UdSeams seams;

  /// @param pKey of all QPs
  DatagramAdapter(ChannelAdapter device, UdSeams seams, int pKey) {
    super(device, seams, pKey);
    this.seams = seams;
  }

  UdSeams seams() {
    return seams;
  }

  int mtu() {
    return device().mtu();
  }

  Memory memory() {
    return device().memory();
  }

  DatagramQp open(int qpn, PortAddress address, UdSettings settings) {
    return open(new DatagramQp(this, qpn, address, settings));
  }

  // --- packets received

  /// Whether a packet is for a UD QP.
  boolean isFor(TransportPacket packet) {
    int qpn = (int) packet.get(Header.BTH, Bth.DEST_QP);
    return qpn == MULTICAST_QP || qps().containsKey(destination(packet));
  }

  void take(TransportPacket packet) {
    if (HeaderChecks.isCutOff(packet)) {
      return;
    }
    int qpn = (int) packet.get(Header.BTH, Bth.DEST_QP);
    List<Integer> takers =
        qpn == MULTICAST_QP
            ? seams.members.part().of(membersOf(groupOf(packet)), List.copyOf(qps().keySet()))
            : List.of(destination(packet));
    for (int taker : takers) {
      DatagramQp qp = qps().get(taker);
      if (qp != null) {
        qp.take(packet);
      }
    }
  }

  private List<Integer> membersOf(Gid group) {
    return qps().values().stream()
        .filter(qp -> qp.groups().stream().anyMatch(one -> seams.sameGroup.part().test(group, one)))
        .map(DatagramQp::qpn)
        .toList();
  }

  private static Gid groupOf(TransportPacket packet) {
    return packet.has(Header.GRH)
        ? Gid.get(Grh.DGID, packet.segment(), packet.at(Header.GRH))
        : HeaderChecks.address(packet, false);
  }

  /// Whether a packet is addressed to the port, or to a group.
  boolean isDestination(TransportPacket packet) {
    return packet.get(Header.BTH, Bth.DEST_QP) == MULTICAST_QP || device().isDestination(packet);
  }

  /// Decides the effect of a faulty datagram on the QP: if it is too long for its receive, the
  /// receive may be left unchanged, or complete in error.
  Reaction reaction(UdFault fault) {
    return fault == UdFault.TOO_LONG_FOR_RECEIVE && device().variant().is(SimParameter.UD_TOO_LONG)
        ? Reaction.END_RECEIVE
        : Reaction.NOTHING;
  }

  /// Writes to the buffer of a receive, if the adapter has access.
  void put(PostedReceive receive, byte[] data) {
    if (device().memory().isUsable(receive.into(), true)) {
      device().memory().put(receive.into(), 0, data);
    }
  }

  /// Executes an RDMA WRITE or FetchAdd, which only a deviation does.
  void execute(TransportPacket packet) {
    boolean isAtomic = packet.has(Header.ATOMIC_ETH);
    MemoryTarget target =
        isAtomic ? MemoryTarget.ofAtomic(packet) : MemoryTarget.ofReth(packet, device().seams());
    Region region = device().memory().withKey(target.rkey());
    if (region != null && isAtomic) {
      long sum = region.number(target.address()) + packet.get(Header.ATOMIC_ETH, AtomicEth.SWAP_DT);
      region.number(target.address(), sum);
    } else if (region != null) {
      region.write(target.address(), packet.payload().toArray(JAVA_BYTE));
    }
  }

  /// Returns a copy that remains valid after the packet's buffer is reused.
  static TransportPacket copy(TransportPacket packet) {
    byte[] bytes = packet.segment().asSlice(packet.start(), packet.bytes()).toArray(JAVA_BYTE);
    TransportPacket copy = new TransportPacket(MemorySegment.ofArray(bytes));
    copy.read(
        packet.has(Header.ETHERNET) ? LinkType.ETHERNET : LinkType.INFINIBAND, 0, bytes.length);
    return copy;
  }

  // --- packets sent

  void later(Runnable action) {
    device().fabric().after(PACKET_NANOS, action);
  }

  void send(int gidIndex, Datagram datagram, OutgoingPacket packet) {
    device().send(frame(gidIndex, datagram.to().peer(), datagram.qpn(), packet));
  }

  /// Sends packets to the source QP of a datagram.
  void answer(TransportPacket packet, List<OutgoingPacket> answers) {
    int qpn = (int) packet.get(Header.DETH, Deth.SRC_QP);
    int lid = packet.has(Header.LRH) ? (int) packet.get(Header.LRH, Lrh.SLID) : 0;
    PortAddress peer = new PortAddress(HeaderChecks.address(packet, true), lid);
    int gidIndex = packet.has(Header.IPV4) ? 1 : 0;
    for (OutgoingPacket answer : answers) {
      byte[] frame = frame(gidIndex, peer, qpn, answer);
      later(() -> device().send(frame));
    }
  }
}
