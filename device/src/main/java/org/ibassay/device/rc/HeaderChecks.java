package org.ibassay.device.rc;

import java.util.Map;
import java.util.NavigableMap;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Finding;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.Service;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// The checks of a packet's headers that precede all transport checks (9.6).
final class HeaderChecks {
  private static final int FULL_MEMBER = 0x8000;
  private static final int SERVICE_SHIFT = 5;

  private final RcSeams seams;
  private final NavigableMap<Integer, QueuePair> qps;
  private final int pKey;
  private final int vlan;

  /// @param pKey of all QPs
  /// @param vlan 0 for none
  HeaderChecks(RcSeams seams, NavigableMap<Integer, QueuePair> qps, int pKey, int vlan) {
    this.seams = seams;
    this.qps = qps;
    this.pKey = pKey;
    this.vlan = vlan;
  }

  /// Returns the QP for a packet; null if the packet is dropped.
  @Nullable QueuePair destination(TransportPacket packet) {
    QueuePair named = qps.get((int) packet.get(Header.BTH, Bth.DEST_QP));
    QueuePair taker = named == null ? newest() : named;
    if (taker == null || isCutOff(packet) || seams.refusing.part().test(packet)) {
      return null;
    }
    return passes(HeaderCheck.CARRIER, isCarried(packet), packet, taker)
            && passes(HeaderCheck.VLAN, isOfVlan(packet), packet, taker)
            && passes(HeaderCheck.ICRC, isSound(packet), packet, taker)
            && passes(HeaderCheck.T_VER, packet.get(Header.BTH, Bth.T_VER) == 0, packet, taker)
            && passes(HeaderCheck.DEST_QP, named != null, packet, taker)
            && passes(HeaderCheck.SERVICE, isReliableConnection(packet), packet, taker)
            && passes(HeaderCheck.P_KEY, isOfPartition(packet), packet, taker)
            && passes(HeaderCheck.SOURCE, comesFromPeer(packet, taker), packet, taker)
            && passes(HeaderCheck.DESTINATION, goesToOwn(packet, taker), packet, taker)
        ? taker
        : null;
  }

  private boolean passes(
      HeaderCheck check, boolean passed, TransportPacket packet, QueuePair taker) {
    return passed || !seams.dropping.part().drops(check, packet, taker.qpn(), taker.executed());
  }

  private @Nullable QueuePair newest() {
    Map.Entry<Integer, QueuePair> last = qps.lastEntry();
    return last == null ? null : last.getValue();
  }

  /// Whether a header is missing or truncated. Such a packet is dropped even with deviations.
  static boolean isCutOff(TransportPacket packet) {
    return has(packet, Finding.Kind.CUT_OFF) || !packet.isWhole();
  }

  static boolean isCarried(TransportPacket packet) {
    return !has(packet, Finding.Kind.HEADER)
        && !has(packet, Finding.Kind.LENGTH)
        && !has(packet, Finding.Kind.CHECKSUM)
        && !has(packet, Finding.Kind.VCRC);
  }

  private boolean isOfVlan(TransportPacket packet) {
    return (packet.has(Header.VLAN) ? packet.get(Header.VLAN, Vlan.VID) : 0) == vlan;
  }

  static boolean isSound(TransportPacket packet) {
    return packet.icrcFound() == packet.icrcComputed();
  }

  private static boolean has(TransportPacket packet, Finding.Kind kind) {
    return packet.findings().stream().anyMatch(finding -> finding.kind() == kind);
  }

  private static boolean isReliableConnection(TransportPacket packet) {
    return packet.opCodeNumber() >>> SERVICE_SHIFT == Service.RC.code();
  }

  /// Whether the partition is the same, and not both are limited members (10.9.3).
  private boolean isOfPartition(TransportPacket packet) {
    return seams.partition.part().test(pKey, (int) packet.get(Header.BTH, Bth.P_KEY));
  }

  static boolean isOfPartition(int own, int peers) {
    return ((own ^ peers) & ~FULL_MEMBER) == 0 && ((own | peers) & FULL_MEMBER) != 0;
  }

  private static boolean comesFromPeer(TransportPacket packet, QueuePair taker) {
    PortAddress peer = taker.settings().peer();
    return packet.framing().orElseThrow().isNative()
        ? packet.get(Header.LRH, Lrh.SLID) == peer.lid()
        : address(packet, true).equals(peer.gid());
  }

  private static boolean goesToOwn(TransportPacket packet, QueuePair taker) {
    PortAddress own = taker.address();
    return packet.framing().orElseThrow().isNative()
        ? packet.get(Header.LRH, Lrh.DLID) == own.lid()
        : address(packet, false).equals(own.gid());
  }

  static Gid address(TransportPacket packet, boolean source) {
    Framing framing = packet.framing().orElseThrow();
    return switch (framing) {
      case ROCE_V2_IPV4 ->
          new Gid(
              0,
              0xFFFF_0000_0000L | packet.get(Header.IPV4, source ? Ipv4.SOURCE : Ipv4.DESTINATION));
      case ROCE_V2_IPV6 ->
          Gid.get(
              source ? Ipv6.SOURCE : Ipv6.DESTINATION, packet.segment(), packet.at(Header.IPV6));
      case ROCE_V1, IB_LOCAL, IB_GLOBAL -> new Gid(0, 0);
    };
  }
}
