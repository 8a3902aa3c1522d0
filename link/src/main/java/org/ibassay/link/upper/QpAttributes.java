package org.ibassay.link.upper;

/// Attributes of a QP, as the DUT reports them.
///
/// @param state the state
/// @param sendPsn PSN of its next request, 24 bits, as far as the device reports it
/// @param receivePsn PSN that it expects next, 24 bits, as far as the device reports it
/// @param pathMtu in bytes
/// @param reads limits of outstanding READs and atomics
/// @param retries ACK timeout and retry counts
public record QpAttributes(
    State state,
    int sendPsn,
    int receivePsn,
    int pathMtu,
    RcSettings.Reads reads,
    RcSettings.Retries retries) {

  /// A QP's state (10.3.1).
  public enum State {
    /// Created.
    RESET,
    /// Accepts posted receives.
    INIT,
    /// Ready to receive.
    RTR,
    /// Ready to send.
    RTS,
    /// Send queue drained or draining.
    SQD,
    /// Send queue in error.
    SQE,
    /// In error: all work is flushed.
    ERR
  }
}
