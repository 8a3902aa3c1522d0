package org.ibassay.device;

import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.Dut;
import org.ibassay.link.DutUri;
import org.ibassay.link.MadPort;

/// An open simulated device. All its ports share one thread and one virtual time.
///
/// @param madPorts one for each cabled port of the device, in the order of their numbers
record SimDut(DutUri uri, Clock clock, List<MadPort> madPorts) implements Dut {
  @Override
  public void close() {
    madPorts.forEach(MadPort::close);
  }
}
