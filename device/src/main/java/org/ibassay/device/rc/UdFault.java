package org.ibassay.device.rc;

/// Why a datagram is silently dropped, in the order of the checks (9.6, 9.8.3).
public enum UdFault {
  /// Invalid lengths or checksums of the headers before the BTH.
  CARRIER,
  ICRC,
  /// BTH: TVer is not 0.
  T_VER,
  /// The packet is addressed to another port.
  DESTINATION,
  /// BTH: the OpCode is not SEND Only of UD, with or without immediate data.
  OPCODE,
  /// BTH: the partition is not the QP's, or both are limited members.
  P_KEY,
  /// DETH: the Q_Key is not the QP's.
  Q_KEY,
  /// The QP is not ready to receive.
  NOT_READY,
  /// More payload than the port's MTU.
  TOO_LONG_FOR_PATH,
  /// No receive is posted.
  NO_RECEIVE,
  /// More payload than fits in the receive after the 40 bytes of the GRH.
  TOO_LONG_FOR_RECEIVE
}
