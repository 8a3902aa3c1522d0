package org.ibassay.wire.packet;

/// The framing of a transport packet, which determines the bits that the ICRC excludes.
public enum Framing {
  /// LRH, BTH, ..., ICRC, VCRC.
  IB_LOCAL("native"),
  /// LRH, GRH, BTH, ..., ICRC, VCRC.
  IB_GLOBAL("native with GRH"),
  /// Ethernet, GRH, BTH, ..., ICRC (annex A16).
  ROCE_V1("RoCEv1"),
  /// Ethernet, IPv4, UDP, BTH, ..., ICRC (annex A17).
  ROCE_V2_IPV4("RoCEv2 over IPv4"),
  /// Ethernet, IPv6, UDP, BTH, ..., ICRC (annex A17).
  ROCE_V2_IPV6("RoCEv2 over IPv6");

  private final String text;

  Framing(String text) {
    this.text = text;
  }

  /// Returns the name to print.
  public String text() {
    return text;
  }

  /// Returns the type of the link.
  public LinkType link() {
    return isNative() ? LinkType.INFINIBAND : LinkType.ETHERNET;
  }

  /// Whether it starts with an LRH and ends with a VCRC.
  public boolean isNative() {
    return this == IB_LOCAL || this == IB_GLOBAL;
  }

  /// Returns the first header that the ICRC covers.
  Header firstOfIcrc() {
    return switch (this) {
      case IB_LOCAL, IB_GLOBAL -> Header.LRH;
      case ROCE_V1 -> Header.GRH;
      case ROCE_V2_IPV4 -> Header.IPV4;
      case ROCE_V2_IPV6 -> Header.IPV6;
    };
  }
}
