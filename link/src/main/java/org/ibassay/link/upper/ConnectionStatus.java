package org.ibassay.link.upper;

/// The status of a connection that the DUT requested, as reported to its application.
///
/// @param state the state
/// @param reason reason of the REJ if it was rejected; else 0
public record ConnectionStatus(State state, int reason) {
  /// The state of a connection.
  public enum State {
    /// Requested; waiting for the answer.
    CONNECTING,
    /// Established.
    ESTABLISHED,
    /// Rejected by the peer.
    REJECTED,
    /// Failed before it was established: the peer did not respond, or an error occurred.
    UNREACHABLE,
    /// Disconnected after it was established.
    DISCONNECTED
  }

  @Override
  public String toString() {
    return state == State.REJECTED ? state + ", reason " + reason : state.toString();
  }
}
