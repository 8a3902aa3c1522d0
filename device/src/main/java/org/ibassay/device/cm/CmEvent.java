package org.ibassay.device.cm;

/// What happens to a connection.
public enum CmEvent {
  /// A REQ that was received before.
  REQ_AGAIN,
  RTU,
  REJ,
  MRA,
  DREQ,
  LAP,
  /// A packet for the connection's QP.
  DATA,
  /// REP was sent as often as it may be, and nothing was received.
  NO_RTU
}
