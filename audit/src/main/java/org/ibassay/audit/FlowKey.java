package org.ibassay.audit;

import java.lang.foreign.MemorySegment;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import org.ibassay.wire.Field;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Vlan;
import org.ibassay.wire.packet.Bth;
import org.ibassay.wire.packet.Framing;
import org.ibassay.wire.packet.Grh;
import org.ibassay.wire.packet.Header;
import org.ibassay.wire.packet.Lrh;
import org.ibassay.wire.packet.TransportPacket;
import org.ibassay.wire.sa.Gid;

/// Identifies the packets of a flow: those from one address to one QP at another. Reused for each
/// packet, so that looking up a flow allocates nothing.
final class FlowKey {
  private Framing framing = Framing.IB_LOCAL;
  private long fromHigh;
  private long fromLow;
  private long toHigh;
  private long toLow;
  private int qp;

  /// The VLAN, 0 for none. It may differ between the two directions: an adapter may remove the tag
  /// of received packets before they are captured.
  private int vlan;

  void read(TransportPacket packet) {
    framing = packet.framing().orElse(Framing.IB_LOCAL);
    qp = (int) packet.get(Header.BTH, Bth.DEST_QP);
    vlan = packet.has(Header.VLAN) ? (int) packet.get(Header.VLAN, Vlan.VID) : 0;
    fromHigh = 0;
    toHigh = 0;
    switch (framing) {
      case IB_LOCAL -> {
        fromLow = packet.get(Header.LRH, Lrh.SLID);
        toLow = packet.get(Header.LRH, Lrh.DLID);
      }
      case ROCE_V2_IPV4 -> {
        fromLow = packet.get(Header.IPV4, Ipv4.SOURCE);
        toLow = packet.get(Header.IPV4, Ipv4.DESTINATION);
      }
      case ROCE_V2_IPV6 -> wide(packet, Header.IPV6, Ipv6.SOURCE, Ipv6.DESTINATION);
      case IB_GLOBAL, ROCE_V1 -> wide(packet, Header.GRH, Grh.SGID, Grh.DGID);
    }
  }

  private void wide(TransportPacket packet, Header header, Field from, Field to) {
    MemorySegment in = packet.segment();
    long at = packet.at(header);
    Gid sender = Gid.get(from, in, at);
    Gid receiver = Gid.get(to, in, at);
    fromHigh = sender.prefix();
    fromLow = sender.guid();
    toHigh = receiver.prefix();
    toLow = receiver.guid();
  }

  FlowKey copy() {
    FlowKey copy = new FlowKey();
    copy.framing = framing;
    copy.fromHigh = fromHigh;
    copy.fromLow = fromLow;
    copy.toHigh = toHigh;
    copy.toLow = toLow;
    copy.qp = qp;
    copy.vlan = vlan;
    return copy;
  }

  /// Returns a copy without QP and VLAN, reversed on request.
  FlowKey hosts(boolean reverse) {
    FlowKey hosts = copy();
    hosts.qp = -1;
    hosts.vlan = 0;
    if (reverse) {
      hosts.fromHigh = toHigh;
      hosts.fromLow = toLow;
      hosts.toHigh = fromHigh;
      hosts.toLow = fromLow;
    }
    return hosts;
  }

  /// Returns a copy with another QP, reversed on request.
  FlowKey to(int otherQp, boolean reverse) {
    FlowKey other = hosts(reverse);
    other.qp = otherQp;
    other.vlan = vlan;
    return other;
  }

  /// Returns a key for the sender and one of its QPs, for any destination.
  FlowKey ofSource(int sourceQp) {
    FlowKey source = copy();
    source.qp = sourceQp;
    source.vlan = -1;
    source.toHigh = 0;
    source.toLow = 0;
    return source;
  }

  /// Returns a key for the receiver and the destination QP.
  FlowKey ofDestination() {
    FlowKey source = copy();
    source.fromHigh = toHigh;
    source.fromLow = toLow;
    return source.ofSource(qp);
  }

  int destinationQp() {
    return qp;
  }

  FlowName name() {
    return new FlowName(address(fromHigh, fromLow), address(toHigh, toLow), qp);
  }

  private String address(long high, long low) {
    return switch (framing) {
      case IB_LOCAL -> "LID " + low;
      case ROCE_V2_IPV4 -> inet(4, 0, low);
      case ROCE_V2_IPV6 -> inet(16, high, low);
      case IB_GLOBAL, ROCE_V1 -> "GID " + new Gid(high, low);
    };
  }

  private static String inet(int length, long high, long low) {
    byte[] all = ByteBuffer.wrap(new byte[16]).putLong(high).putLong(low).array();
    try {
      return InetAddress.getByAddress(Arrays.copyOfRange(all, 16 - length, 16)).getHostAddress();
    } catch (UnknownHostException e) {
      throw new IllegalStateException("4 or 16 bytes", e);
    }
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FlowKey that
        && qp == that.qp
        && vlan == that.vlan
        && framing == that.framing
        && fromLow == that.fromLow
        && toLow == that.toLow
        && fromHigh == that.fromHigh
        && toHigh == that.toHigh;
  }

  @Override
  public int hashCode() {
    long all = (fromHigh * 31 + fromLow) * 31 + toHigh;
    return (Long.hashCode(all * 31 + toLow) * 31 + qp + (vlan << 24)) * 31 + framing.hashCode();
  }
}
