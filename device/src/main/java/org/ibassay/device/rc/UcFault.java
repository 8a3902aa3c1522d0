package org.ibassay.device.rc;

/// Why a packet of an unreliable connection is silently dropped, in the order of the checks (9.6,
/// 9.8.2).
public enum UcFault {
  /// Invalid lengths or checksums of the headers before the BTH.
  CARRIER,
  ICRC,
  /// BTH: TVer is not 0.
  T_VER,
  /// BTH: the OpCode is not a SEND or RDMA WRITE of the service.
  OPCODE,
  /// BTH: the partition is not the QP's, or both are limited members.
  P_KEY,
  /// The source is not the peer's address.
  SOURCE,
  /// The destination is not the QP's address.
  DESTINATION,
  /// An earlier packet is missing, and this one does not begin a message.
  LOST,
  /// It is a middle or last packet of a message of its kind that has not begun.
  ORDER,
  /// It begins a message before the previous one has ended, which may be a fault.
  UNFINISHED,
  /// More payload than the path MTU or the message has, or less.
  LENGTH,
  /// No receive is posted.
  NO_RECEIVE,
  /// A SEND that does not fit in the receive.
  TOO_LONG_FOR_RECEIVE,
  /// The QP does not allow the peer to write.
  FORBIDDEN_ON_QP,
  /// No region has that R_Key.
  R_KEY_UNKNOWN,
  /// The region is of another protection domain.
  OTHER_DOMAIN,
  /// The range exceeds the region.
  OUT_OF_RANGE,
  /// The region's rights do not allow it.
  FORBIDDEN_IN_REGION;

  /// Whether the packet does not belong to the connection at all, which continues as if the packet
  /// had not been received.
  boolean isOfHeaders() {
    return compareTo(LOST) < 0;
  }
}
