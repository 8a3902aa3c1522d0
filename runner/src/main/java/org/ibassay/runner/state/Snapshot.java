package org.ibassay.runner.state;

import java.util.List;
import org.ibassay.link.LinkException;

/// A part of a DUT's state as it was before a test.
sealed interface Snapshot
    permits GroupSnapshot,
        ManagerSnapshot,
        PortInfoSnapshot,
        ServiceSnapshot,
        SubscriptionSnapshot,
        TableSnapshot {
  /// Returns the differences from the snapshot.
  List<ChangedState> differences() throws LinkException, InterruptedException;

  /// Puts it back by legal Sets and compares. Effort is bounded when the DUT has gone silent.
  ///
  /// @return what is not as it was
  List<ChangedState> restore() throws LinkException, InterruptedException;

  /// All of it.
  ///
  /// @param via index of the tester port that it was taken through
  List<SavedAttribute> saved(int via);
}
