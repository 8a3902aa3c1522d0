package org.ibassay.runner;

import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;

/// A simulated device that stays open when the run closes it, for checks afterwards.
record KeptDut(Dut dut) implements Dut {
  @Override
  public DutUri uri() {
    return dut.uri();
  }

  @Override
  public Clock clock() {
    return dut.clock();
  }

  @Override
  public List<MadPort> madPorts() {
    return dut.madPorts();
  }

  @Override
  public void close() {}
}
