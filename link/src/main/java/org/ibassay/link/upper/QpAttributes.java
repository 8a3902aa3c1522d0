package org.ibassay.link.upper;

/// A QP as the DUT describes it.
///
/// @param state where it is
/// @param sendPsn PSN of its next request, 24 bits, as far as the device tells
/// @param receivePsn PSN that it expects next, 24 bits, as far as the device tells
/// @param pathMtu in bytes
/// @param reads READs and atomics that may be outstanding
/// @param retries its ACK timeout and counts
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
    /// Takes receives.
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
