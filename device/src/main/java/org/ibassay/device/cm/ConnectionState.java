package org.ibassay.device.cm;

/// The states of a connection (12.9.5, 12.9.6).
public enum ConnectionState {
  /// No such connection.
  NONE,
  /// At the requesting side.
  REQ_SENT,
  /// REQ received, MRA sent.
  MRA_SENT,
  REP_SENT,
  ESTABLISHED,
  DREQ_SENT,
  TIME_WAIT
}
