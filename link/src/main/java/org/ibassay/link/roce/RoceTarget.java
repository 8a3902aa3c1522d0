package org.ibassay.link.roce;

import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.Timing;
import org.ibassay.link.capture.Tap;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutTarget;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.FreshStart;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.Carrier;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.packet.Station;
import org.ibassay.link.roce.RoceUri.TesterSide;
import org.ibassay.link.upper.AgentAddress;
import org.ibassay.link.upper.AgentClient;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.GidEntry;
import org.ibassay.link.upper.DeviceAttributes.GidType;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.net.Mac;
import org.ibassay.wire.sa.Gid;

/// A device that speaks RoCEv2 on an Ethernet.
///
/// @param wanted what the URI says
record RoceTarget(DutUri uri, RoceUri wanted) implements DutTarget {
  /// The first two bytes of an Ethernet address that is made up: locally administered.
  private static final long MADE_UP = 0x0200_0000_0000L;

  @Override
  public Dut open(Tap tap, Timing timing) throws LinkException {
    PacketPort port = port(tap, timing);
    boolean opened = false;
    try {
      Dut dut = new RoceDut(port);
      opened = true;
      return dut;
    } finally {
      if (!opened) {
        port.close();
      }
    }
  }

  private PacketPort port(Tap tap, Timing timing) throws LinkException {
    return switch (wanted.tester().via()) {
      case RoceUri.Via.Stream(String host, int tcpPort) ->
          port(StreamCarrier.connect(host, tcpPort), tap, timing, madeUp());
      case RoceUri.Via.Interface(String name) -> {
        EthernetInterface local = EthernetInterface.find(name, wanted.tester().address());
        PacketSocketCarrier carrier = PacketSocketCarrier.open(local, wanted.tester().mac());
        yield port(carrier, tap, timing, local.mac());
      }
    };
  }

  /// @param otherwise the tester's Ethernet address when the URI gives none
  private PacketPort port(Carrier carrier, Tap tap, Timing timing, Mac otherwise)
      throws LinkException {
    TesterSide tester = wanted.tester();
    InetAddress dut = wanted.dut().address();
    Station station = new Station(tester.mac().orElse(otherwise), tester.address(), tester.vlan());
    try {
      return PacketPort.overEthernet(
          wanted.impairment().on(carrier), tap, station, dut, wanted.dut().mtu(), timing);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LinkException("interrupted while looking for " + dut.getHostAddress(), e);
    }
  }

  /// The last four bytes are those of the IP address.
  private Mac madeUp() {
    byte[] address = wanted.tester().address().getAddress();
    long end = 0;
    for (int i = address.length - 4; i < address.length; i++) {
      end = (end << 8) | (address[i] & 0xFF);
    }
    return new Mac(MADE_UP | end);
  }

  /// Connects to the agent, and tells the port what it knows of the way.
  private UpperTester connected(AgentAddress address, PacketPort port) throws LinkException {
    AgentClient agent;
    try {
      agent = AgentClient.connect(address, port, port.clock());
    } catch (UpperTesterException e) {
      throw new LinkException(String.valueOf(e.getMessage()), e);
    }
    boolean used = false;
    try {
      OptionalInt given = wanted.dut().gidIndex();
      int index =
          given.isPresent() ? given.getAsInt() : gidIndex(agent.attributes(), port.path().dut());
      port.setPath(port.path().withGidIndex(index));
      used = true;
      return agent;
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

  private OptionalLong service() {
    OptionalInt port = wanted.dut().cmPort();
    return port.isPresent()
        ? OptionalLong.of(IpCmHeader.TCP_SERVICE + port.getAsInt())
        : OptionalLong.empty();
  }

  /// The device, whose agent can be lost and found again.
  private final class RoceDut implements Dut {
    /// How long it may take to tell its address.
    private static final long PATIENCE_NANOS = 300_000_000;

    private final PacketPort port;
    private Optional<UpperTester> upperTester;

    RoceDut(PacketPort port) throws LinkException {
      this.port = port;
      this.upperTester =
          wanted.agent().isPresent()
              ? Optional.of(connected(wanted.agent().get(), port))
              : Optional.empty();
    }

    @Override
    public DutUri uri() {
      return uri;
    }

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

    @Override
    public Optional<UpperTester> upperTester() {
      return upperTester;
    }

    @Override
    public OptionalLong service() {
      return RoceTarget.this.service();
    }

    @Override
    public Optional<FreshStart> restart() {
      return wanted.restart();
    }

    @Override
    public boolean isUp() throws LinkException, InterruptedException {
      return port.finds(port.clock().nanos() + PATIENCE_NANOS) && hasUpperTester();
    }

    private boolean hasUpperTester() {
      Optional<AgentAddress> address = wanted.agent();
      if (address.isEmpty() || isAnswered()) {
        return true;
      }
      upperTester.ifPresent(UpperTester::close);
      try {
        upperTester = Optional.of(connected(address.get(), port));
        return true;
      } catch (LinkException e) {
        return false;
      }
    }

    private boolean isAnswered() {
      try {
        upperTester.orElseThrow().attributes();
        return true;
      } catch (UpperTesterException e) {
        return e.kind() == UpperTesterException.Kind.REFUSED;
      }
    }

    /// The agent first: while it frees what there is, the DUT may look for the tester.
    @Override
    public void close() {
      upperTester.ifPresent(UpperTester::close);
      port.close();
    }
  }
}
