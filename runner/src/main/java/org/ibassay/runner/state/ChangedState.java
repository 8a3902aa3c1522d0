package org.ibassay.runner.state;

/// Something that is not as it was.
///
/// @param what it is, e.g. `PortInfo of port 1: LID`; the same thing later has the same name
/// @param left completes a sentence about it while it is not as it was
/// @param again completes one when it has been put back
/// @param isFinal whether no Set can put it back
public record ChangedState(String what, String left, String again, boolean isFinal) {

  /// Something that could not even be tried; it may be later.
  static ChangedState open(String text) {
    return new ChangedState("", text, "", false);
  }

  /// The sentence while it is not as it was.
  public String text() {
    return what + left;
  }
}
