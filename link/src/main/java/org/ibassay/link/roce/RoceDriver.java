package org.ibassay.link.roce;

import java.util.List;
import java.util.Optional;
import org.ibassay.link.Clock;
import org.ibassay.link.Dut;
import org.ibassay.link.DutDriver;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.LinkException;
import org.ibassay.link.MadPort;
import org.ibassay.link.Timing;
import org.ibassay.link.UriParameter;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.packet.Carrier;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.Station;
import org.ibassay.link.upper.AgentAddress;
import org.ibassay.link.upper.AgentClient;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.GidEntry;
import org.ibassay.link.upper.DeviceAttributes.GidType;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.sa.Gid;

/// Devices that speak RoCEv2 on an Ethernet:
/// `roce:DUT-IP?from=TESTER-IP&via=stream:HOST:PORT&agent=HOST:PORT`, or `via=eth:INTERFACE`.
///
/// `from` is an address that no interface of this machine has, as its kernel would take part
/// otherwise. Without `agent` nothing drives the DUT from above. The tester's Ethernet address is
/// `mac`, or the interface's own; on a stream it is made up.
public final class RoceDriver implements DutDriver {
  /// Locally administered; the rest comes from the tester's IP address.
  private static final long MADE_UP = 0x0200_0000_0000L;

  /// For the service loader.
  public RoceDriver() {}

  @Override
  public String scheme() {
    return "roce";
  }

  @Override
  public List<UriParameter> parameters() {
    return RoceUri.PARAMETERS;
  }

  @Override
  public Dut open(DutUri uri, Tap tap, Timing timing) throws DutUriException, LinkException {
    RoceUri wanted = RoceUri.parse(uri);
    PacketPort port =
        switch (wanted.via()) {
          case RoceUri.Via.Stream(String host, int tcpPort) ->
              port(wanted, StreamCarrier.connect(host, tcpPort), tap, timing, madeUp(wanted));
          case RoceUri.Via.Interface(String name) -> {
            EthernetInterface local = EthernetInterface.find(uri, name, wanted.from());
            PacketSocketCarrier carrier = PacketSocketCarrier.open(local, wanted.mac());
            yield port(wanted, carrier, tap, timing, local.mac());
          }
        };
    boolean opened = false;
    try {
      Dut dut = withUpperTester(uri, wanted, port);
      opened = true;
      return dut;
    } finally {
      if (!opened) {
        port.close();
      }
    }
  }

  private static PacketPort port(
      RoceUri wanted, Carrier carrier, Tap tap, Timing timing, Mac otherwise) throws LinkException {
    Station station = new Station(wanted.mac().orElse(otherwise), wanted.from(), wanted.vlan());
    try {
      return PacketPort.overEthernet(
          wanted.impairment().on(carrier), tap, station, wanted.dut(), wanted.mtu(), timing);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LinkException("interrupted while looking for " + wanted.dut().getHostAddress(), e);
    }
  }

  /// The last four bytes are those of the IP address.
  private static Mac madeUp(RoceUri wanted) {
    byte[] address = wanted.from().getAddress();
    long end = 0;
    for (int i = address.length - 4; i < address.length; i++) {
      end = (end << 8) | (address[i] & 0xFF);
    }
    return new Mac(MADE_UP | end);
  }

  private static Dut withUpperTester(DutUri uri, RoceUri wanted, PacketPort port)
      throws LinkException {
    if (wanted.agent().isEmpty()) {
      return new RoceDut(uri, port, Optional.empty());
    }
    AgentAddress address = wanted.agent().get();
    AgentClient agent;
    try {
      agent = AgentClient.connect(address, port, port.clock());
    } catch (UpperTesterException e) {
      throw new LinkException(String.valueOf(e.getMessage()), e);
    }
    boolean used = false;
    try {
      int index =
          wanted.gidIndex().isPresent()
              ? wanted.gidIndex().getAsInt()
              : gidIndex(agent.attributes(), port.path().dut());
      port.setPath(port.path().withGidIndex(index));
      used = true;
      return new RoceDut(uri, port, Optional.of(agent));
    } catch (UpperTesterException e) {
      throw new LinkException(String.valueOf(e.getMessage()), e);
    } finally {
      if (!used) {
        agent.close();
      }
    }
  }

  /// Which of the DUT's GIDs is the address that it is tested at.
  static int gidIndex(DeviceAttributes attributes, PortAddress dut) throws LinkException {
    Gid gid = dut.gid();
    for (GidEntry entry : attributes.gids()) {
      if (entry.type() == GidType.ROCE_V2 && entry.gid().equals(gid)) {
        return entry.index();
      }
    }
    throw new LinkException(
        "device %s has no GID %s of type RoCE v2, only %s; is the agent on the DUT's host?"
            .formatted(attributes.name(), gid, attributes.gids()));
  }

  private record RoceDut(DutUri uri, PacketPort port, Optional<UpperTester> upperTester)
      implements Dut {
    @Override
    public Clock clock() {
      return port.clock();
    }

    @Override
    public List<MadPort> madPorts() {
      return List.of();
    }

    @Override
    public Optional<PacketPort> packetPort() {
      return Optional.of(port);
    }

    /// The agent first: while it frees what there is, the DUT may look for the tester.
    @Override
    public void close() {
      upperTester.ifPresent(UpperTester::close);
      port.close();
    }
  }
}
