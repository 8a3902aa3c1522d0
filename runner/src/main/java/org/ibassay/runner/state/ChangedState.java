package org.ibassay.runner.state;

/// A difference from the saved state.
///
/// @param what what differs, e.g. `PortInfo of port 1: LID`; the same difference has the same name
///   later
/// @param left completes a sentence about it while it is not restored
/// @param again completes a sentence about it when it has been restored
/// @param isFinal whether no Set can restore it
public record ChangedState(String what, String left, String again, boolean isFinal) {

  /// A restore that could not be attempted; a later attempt may succeed.
  static ChangedState open(String text) {
    return new ChangedState("", text, "", false);
  }

  /// The sentence while it is not restored.
  public String text() {
    return what + left;
  }
}
