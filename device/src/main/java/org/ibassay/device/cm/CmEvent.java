package org.ibassay.device.cm;

/// An event of a connection.
public enum CmEvent {
  /// A repeated REQ.
  REQ_AGAIN,
  /// REP, received by the requesting side.
  REP,
  RTU,
  REJ,
  MRA,
  DREQ,
  /// DREQ for another QP than that of the connection.
  DREQ_OF_OTHER_QP,
  DREP,
  LAP,
  /// A packet for the connection's QP.
  DATA,
  /// Its request was sent as often as allowed without a response.
  NO_ANSWER
}
