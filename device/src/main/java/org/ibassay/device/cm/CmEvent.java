package org.ibassay.device.cm;

/// What happens to a connection.
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
  /// What it sent until it is answered was sent as often as it may be, and nothing was received.
  NO_ANSWER
}
