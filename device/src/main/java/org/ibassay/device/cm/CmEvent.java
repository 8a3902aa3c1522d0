package org.ibassay.device.cm;

/// An event of a connection.
public enum CmEvent {
  /// A REQ that was received before.
  REQ_AGAIN,
  /// REP, received by the side that asked.
  REP,
  RTU,
  REJ,
  MRA,
  DREQ,
  DREP,
  LAP,
  /// A packet for the connection's QP.
  DATA,
  /// Its request was sent as often as allowed, and no response was received.
  NO_ANSWER
}
