package org.ibassay.device.rc;

/// Why a datagram to QP1 is dropped, in the order in which it is found out (9.6, 9.8.3, 13.5.3).
/// Nobody is told of any of them.
public enum GsiFault {
  /// Lengths and checksums of what carries the packet, and the ICRC.
  CARRIER,
  /// BTH: TVer is 0.
  T_VER,
  /// The packet goes to another address than the adapter's.
  DESTINATION,
  /// BTH: the OpCode is SEND Only of UD.
  OPCODE,
  /// BTH: the partition is the port's, and not both are limited members.
  P_KEY,
  /// DETH: the Q_Key is that of QP1.
  Q_KEY,
  /// A management datagram has 256 bytes.
  LENGTH
}
