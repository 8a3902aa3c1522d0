package org.ibassay.link.upper;

/// The status of a connection that the DUT requested, as its application sees it.
///
/// @param state where it is
/// @param reason of the REJ, where it was rejected; else 0
public record ConnectionStatus(State state, int reason) {
  /// A connection's state.
  public enum State {
    /// It was asked for; the answer is awaited.
    CONNECTING,
    /// It can be used.
    ESTABLISHED,
    /// The peer rejected it.
    REJECTED,
    /// The peer did not answer, or something else went wrong before it was established.
    UNREACHABLE,
    /// It was established, and ended.
    DISCONNECTED
  }

  @Override
  public String toString() {
    return state == State.REJECTED ? state + ", reason " + reason : state.toString();
  }
}
