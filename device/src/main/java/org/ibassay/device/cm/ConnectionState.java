package org.ibassay.device.cm;

/// The states of a connection at the side that was asked for it (12.9.6).
public enum ConnectionState {
  /// No such connection.
  NONE,
  /// REQ received, MRA sent.
  MRA_SENT,
  REP_SENT,
  ESTABLISHED,
  TIME_WAIT
}
