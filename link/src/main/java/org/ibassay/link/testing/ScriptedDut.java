package org.ibassay.link.testing;

import java.util.List;
import org.ibassay.link.Clock;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;

/// An open DUT with one port for management datagrams.
///
/// @param port usually on a [ScriptedLink]
public record ScriptedDut(DutUri uri, MadPort port) implements Dut {
  /// A DUT whose URI does not matter.
  public ScriptedDut(MadPort port) {
    this(new DutUri("test:port", "test", "port", List.of()), port);
  }

  @Override
  public Clock clock() {
    return port.clock();
  }

  @Override
  public List<MadPort> madPorts() {
    return List.of(port);
  }

  @Override
  public void close() {
    port.close();
  }
}
