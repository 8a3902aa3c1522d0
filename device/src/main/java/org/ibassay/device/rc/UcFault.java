package org.ibassay.device.rc;

/// Why a packet of an unreliable connection is dropped, in the order in which it is found out (9.6,
/// 9.8.2). Nobody is told of any of them.
public enum UcFault {
  /// Lengths and checksums of what carries the packet.
  CARRIER,
  ICRC,
  /// BTH: TVer is 0.
  T_VER,
  /// BTH: the OpCode is a SEND's or an RDMA WRITE's of the service.
  OPCODE,
  /// BTH: the partition is the QP's, and not both are limited members.
  P_KEY,
  /// The packet comes from another address than the peer's.
  SOURCE,
  /// The packet goes to another address than the QP's.
  DESTINATION,
  /// A packet before it is missing, and no message begins with it.
  LOST,
  /// It is in the middle of, or ends, a message of its kind that has not begun.
  ORDER,
  /// Another message has begun before it and has not ended, which may be a fault.
  UNFINISHED,
  /// More payload than the path MTU or the message has, or less.
  LENGTH,
  /// No receive is posted.
  NO_RECEIVE,
  /// A SEND that does not fit into the receive.
  TOO_LONG_FOR_RECEIVE,
  /// The QP was not set up to let the peer write.
  FORBIDDEN_ON_QP,
  /// No region has that R_Key.
  R_KEY_UNKNOWN,
  /// The region is of another protection domain.
  OTHER_DOMAIN,
  /// Not all of the message lies in the region.
  OUT_OF_RANGE,
  /// The region was not registered for that.
  FORBIDDEN_IN_REGION;

  /// Whether the packet is not one of the connection at all, which goes on as if it had not come.
  boolean isOfHeaders() {
    return compareTo(LOST) < 0;
  }
}
