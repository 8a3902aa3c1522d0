package org.ibassay.device.rc;

/// Checks of a packet's headers (9.6). A packet that fails one is silently dropped.
public enum HeaderCheck {
  /// Lengths and checksums of the headers before the BTH are valid.
  CARRIER,
  /// The frame is in the adapter's VLAN; if the adapter has none, the frame has no tag, or one with
  /// a priority only.
  VLAN,
  ICRC,
  /// BTH: TVer is 0.
  T_VER,
  /// BTH: the QP exists.
  DEST_QP,
  /// BTH: the OpCode belongs to the QP's service, even if the service does not define its code.
  SERVICE,
  /// BTH: the partition is the QP's, and not both are limited members.
  P_KEY,
  /// The source is the QP's peer.
  SOURCE,
  /// The destination is the QP's address.
  DESTINATION
}
