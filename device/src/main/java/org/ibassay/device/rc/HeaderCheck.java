package org.ibassay.device.rc;

/// Checks of a packet's headers (9.6). A packet that fails one is dropped, and nothing is reported.
public enum HeaderCheck {
  /// Lengths and checksums of what carries the packet.
  CARRIER,
  /// The frame is of the adapter's VLAN; without one, of none, or it has a priority alone.
  VLAN,
  ICRC,
  /// BTH: TVer is 0.
  T_VER,
  /// BTH: there is such a QP.
  DEST_QP,
  /// BTH: the OpCode is one of the QP's service. Its code may be one that the service does not
  /// have.
  SERVICE,
  /// BTH: the partition is the QP's, and not both are limited members.
  P_KEY,
  /// The packet comes from the QP's peer.
  SOURCE,
  /// The packet goes to the QP's address.
  DESTINATION
}
