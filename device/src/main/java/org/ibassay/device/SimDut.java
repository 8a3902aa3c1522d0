package org.ibassay.device;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.ibassay.device.rc.SimUpperTester;
import org.ibassay.link.Clock;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.FreshStart;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.roce.RpingRequester;
import org.ibassay.link.upper.Pump;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.link.upper.UpperTesterException;

/// An open simulated device. All its ports share one thread and one virtual time.
final class SimDut implements Dut {
  private final DutUri uri;
  private final SimFabric fabric;
  private final List<MadPort> madPorts;
  private final Optional<PacketPort> packetPort;
  private Optional<UpperTester> upperTester;

  /// @param madPorts one for each cabled port of the device, ordered by port number
  /// @param packetPort at the first cabled port of a channel adapter
  SimDut(DutUri uri, SimFabric fabric, List<MadPort> madPorts, Optional<PacketPort> packetPort) {
    this.uri = uri;
    this.fabric = fabric;
    this.madPorts = List.copyOf(madPorts);
    this.packetPort = packetPort;
    this.upperTester = ofAdapter();
  }

  private Optional<UpperTester> ofAdapter() {
    OptionalInt rping = fabric.rpingPort();
    if (packetPort.isPresent() && rping.isPresent()) {
      return Optional.of(
          new RpingRequester(
              packetPort.get(), rping.getAsInt(), fabric.adapter().orElseThrow().mtu()));
    }
    Pump pump = packetPort.isPresent() ? packetPort.get() : Pump.NONE;
    return fabric.adapter().map(adapter -> new SimUpperTester(adapter, pump));
  }

  @Override
  public DutUri uri() {
    return uri;
  }

  @Override
  public Clock clock() {
    return fabric.fabric();
  }

  @Override
  public List<MadPort> madPorts() {
    return madPorts;
  }

  @Override
  public Optional<PacketPort> packetPort() {
    return packetPort;
  }

  /// Only a channel adapter has one.
  @Override
  public Optional<UpperTester> upperTester() {
    return upperTester;
  }

  @Override
  public OptionalLong service() {
    return fabric.service();
  }

  @Override
  public OptionalInt secondPKey() {
    return fabric.secondPKey();
  }

  /// A simulated device needs no address resolution.
  @Override
  public boolean isUp() {
    try {
      if (upperTester.isPresent()) {
        upperTester.get().attributes();
      }
      return true;
    } catch (UpperTesterException e) {
      return false;
    }
  }

  @Override
  public Optional<FreshStart> restart() {
    return Optional.of(() -> {
      upperTester.ifPresent(UpperTester::close);
      fabric.restart();
      upperTester = ofAdapter();
    });
  }

  @Override
  public void close() {
    madPorts.forEach(MadPort::close);
    packetPort.ifPresent(PacketPort::close);
    upperTester.ifPresent(UpperTester::close);
  }
}
