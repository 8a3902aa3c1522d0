package org.ibassay.wire.packet;

import org.ibassay.wire.Layout;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.net.Vlan;

/// The headers of transport packets, in wire order.
public enum Header {
  ETHERNET(Ethernet.LAYOUT),
  /// The inner tag, if there are two.
  VLAN(Vlan.LAYOUT),
  IPV4(Ipv4.LAYOUT),
  IPV6(Ipv6.LAYOUT),
  UDP(Udp.LAYOUT),
  LRH(Lrh.LAYOUT),
  GRH(Grh.LAYOUT),
  BTH(Bth.LAYOUT),
  RDETH(Rdeth.LAYOUT),
  DETH(Deth.LAYOUT),
  XRCETH(XrcEth.LAYOUT),
  FETH(Feth.LAYOUT),
  RETH(Reth.LAYOUT),
  ATOMIC_ETH(AtomicEth.LAYOUT),
  AETH(Aeth.LAYOUT),
  ATOMIC_ACK_ETH(AtomicAckEth.LAYOUT),
  IMM_DT(ImmDt.LAYOUT),
  IETH(Ieth.LAYOUT);

  private static final Header[] ALL = values();

  // Immutable, but the checker cannot see that its lists are copies.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Layout layout;

  Header(Layout layout) {
    this.layout = layout;
  }

  /// Returns the header's fields.
  public Layout layout() {
    return layout;
  }

  /// Returns the header's length, in bytes.
  int bytes() {
    return layout.bytes();
  }

  static int count() {
    return ALL.length;
  }
}
