package org.ibassay.device.rc;

/// Why a datagram is dropped, in the order in which it is found out (9.6, 9.8.3). Nobody is told of
/// any of them.
public enum UdFault {
  /// Lengths and checksums of what carries the packet.
  CARRIER,
  ICRC,
  /// BTH: TVer is 0.
  T_VER,
  /// The packet goes to another address than the adapter's.
  DESTINATION,
  /// BTH: the OpCode is SEND Only of UD, with immediate data or without.
  OPCODE,
  /// BTH: the partition is the QP's, and not both are limited members.
  P_KEY,
  /// DETH: the Q_Key is the QP's.
  Q_KEY,
  /// The QP is not ready to receive.
  NOT_READY,
  /// More payload than the port's MTU.
  TOO_LONG_FOR_PATH,
  /// No receive is posted.
  NO_RECEIVE,
  /// More than the receive has room for, after the 40 bytes of the GRH.
  TOO_LONG_FOR_RECEIVE
}
