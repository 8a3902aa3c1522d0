package org.ibassay.wire.packet;

/// The protocol of a packet's first byte.
public enum LinkType {
  /// An Ethernet header, without preamble; the frame check sequence may be present or not.
  ETHERNET,
  /// A local route header.
  INFINIBAND
}
