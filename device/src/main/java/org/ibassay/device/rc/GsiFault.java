package org.ibassay.device.rc;

/// Why a datagram to QP1 is silently dropped, in the order of the checks (9.6, 9.8.3, 13.5.3).
public enum GsiFault {
  /// Invalid lengths or checksums of the headers before the BTH, or an invalid ICRC.
  CARRIER,
  /// BTH: TVer is not 0.
  T_VER,
  /// The packet is addressed to another port.
  DESTINATION,
  /// BTH: the OpCode is not SEND Only of UD.
  OPCODE,
  /// BTH: the partition is not the port's, or both are limited members.
  P_KEY,
  /// DETH: the Q_Key is not that of QP1.
  Q_KEY,
  /// The length is not the 256 bytes of a management datagram.
  LENGTH
}
