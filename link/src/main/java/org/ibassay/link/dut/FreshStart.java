package org.ibassay.link.dut;

import org.ibassay.link.LinkException;

/// Brings a DUT back that does not answer any more.
@FunctionalInterface
public interface FreshStart {
  /// Starts the DUT anew. It may take a while after that until it answers.
  ///
  /// @throws LinkException when that did not work; says why
  void run() throws LinkException, InterruptedException;
}
