package org.ibassay.runner.state;

import java.util.List;
import org.ibassay.link.LinkException;

/// A part of a DUT's state as it was before a test.
sealed interface Snapshot permits PortInfoSnapshot, MulticastSnapshot {
  /// Puts it back by legal Sets and compares. Effort is bounded when the DUT has gone silent.
  ///
  /// @return what is not as it was, for people
  List<String> restore() throws LinkException, InterruptedException;
}
