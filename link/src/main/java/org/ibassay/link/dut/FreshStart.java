package org.ibassay.link.dut;

import org.ibassay.link.LinkException;

/// Restarts a DUT that has stopped responding.
@FunctionalInterface
public interface FreshStart {
  /// Restarts the DUT, which may take a while to respond after that.
  ///
  /// @throws LinkException if that failed; says why
  void run() throws LinkException, InterruptedException;
}
