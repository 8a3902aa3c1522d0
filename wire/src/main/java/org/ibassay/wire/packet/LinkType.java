package org.ibassay.wire.packet;

/// What a packet's first byte belongs to.
public enum LinkType {
  /// An Ethernet header, without preamble; the check sequence may follow the packet or not.
  ETHERNET,
  /// A local route header.
  INFINIBAND
}
