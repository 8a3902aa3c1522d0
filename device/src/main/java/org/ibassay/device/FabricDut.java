package org.ibassay.device;

import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;

/// An open node of a simulated fabric, reached by management datagrams only.
record FabricDut(DutUri uri, Clock clock, List<MadPort> madPorts) implements Dut {

  @Override
  public void close() {
    madPorts.forEach(MadPort::close);
  }
}
