package org.ibassay.wire.packet;

import org.ibassay.wire.Layout;
import org.ibassay.wire.net.Ethernet;
import org.ibassay.wire.net.Ipv4;
import org.ibassay.wire.net.Ipv6;
import org.ibassay.wire.net.Udp;
import org.ibassay.wire.net.Vlan;

/// The headers that a packet of the transport can have, in the order in which they come.
public enum Header {
  ETHERNET(Ethernet.LAYOUT),
  /// The inner one, where there are two.
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

  // Immutable, but has lists, of which the checker cannot know that they are copies.
  @SuppressWarnings("ImmutableEnumChecker")
  private final Layout layout;

  Header(Layout layout) {
    this.layout = layout;
  }

  /// Its fields.
  public Layout layout() {
    return layout;
  }

  /// Its length, in bytes.
  int bytes() {
    return layout.bytes();
  }

  static int count() {
    return ALL.length;
  }
}
