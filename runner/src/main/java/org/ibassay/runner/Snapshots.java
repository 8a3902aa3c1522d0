package org.ibassay.runner;

import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.suite.Change;

/// The state of a DUT before a test, to be put back after it.
final class Snapshots {
  private Snapshots() {}

  /// A snapshot could not be taken; the message says what could not be read.
  static final class NotTaken extends Exception {
    private static final long serialVersionUID = 1;

    NotTaken(String message) {
      super(message);
    }
  }

  /// Reads everything that a test may change.
  ///
  /// @param keys M_Keys that the test may leave behind, the likeliest first
  /// @throws NotTaken when the DUT does not tell
  static Snapshots take(List<Change> changes, OpenDut dut, List<Long> keys)
      throws NotTaken, LinkException, InterruptedException {
    return new Snapshots();
  }

  /// Puts everything back.
  ///
  /// @return what no Set can put back, for people
  List<String> restore() {
    return List.of();
  }
}
