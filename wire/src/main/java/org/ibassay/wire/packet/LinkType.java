package org.ibassay.wire.packet;

/// The protocol of a packet's first byte.
public enum LinkType {
  /// An Ethernet header, without preamble; the check sequence may follow the packet or not.
  ETHERNET,
  /// A local route header.
  INFINIBAND
}
