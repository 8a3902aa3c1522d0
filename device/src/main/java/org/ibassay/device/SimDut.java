package org.ibassay.device;

import java.util.List;
import java.util.Optional;
import org.ibassay.link.Clock;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.UpperTester;

/// An open simulated device. All its ports share one thread and one virtual time.
///
/// @param madPorts one for each cabled port of the device, in the order of their numbers
/// @param packetPort at the first cabled port of a channel adapter
/// @param upperTester of a channel adapter
record SimDut(
    DutUri uri,
    Clock clock,
    List<MadPort> madPorts,
    Optional<PacketPort> packetPort,
    Optional<UpperTester> upperTester)
    implements Dut {
  @Override
  public void close() {
    madPorts.forEach(MadPort::close);
    packetPort.ifPresent(PacketPort::close);
    upperTester.ifPresent(UpperTester::close);
  }
}
