package org.ibassay.runner;

import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;

/// A target whose opening a test defines.
record FakeTarget(DutUri uri, Opening opening) implements DutTarget {
  /// Opens the DUT.
  interface Opening {
    Dut open(Tap tap, Timing timing) throws LinkException, InterruptedException;
  }

  @Override
  public Dut open(Tap tap, Timing timing) throws LinkException, InterruptedException {
    return opening.open(tap, timing);
  }
}
