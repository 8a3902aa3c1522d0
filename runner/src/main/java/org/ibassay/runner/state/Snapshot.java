package org.ibassay.runner.state;

import java.util.List;
import org.ibassay.link.LinkException;

/// A part of a DUT's state before a test.
sealed interface Snapshot
    permits GroupSnapshot,
        ManagerSnapshot,
        PortInfoSnapshot,
        ServiceSnapshot,
        SubscriptionSnapshot,
        TableSnapshot {
  /// Returns the differences from the snapshot.
  List<ChangedState> differences() throws LinkException, InterruptedException;

  /// Restores the state by legal Sets and compares it. Limits its effort if the DUT does not
  /// respond.
  ///
  /// @return what is not restored
  List<ChangedState> restore() throws LinkException, InterruptedException;

  /// Returns the saved attributes.
  ///
  /// @param via index of the tester port through which they were read
  List<SavedAttribute> saved(int via);
}
