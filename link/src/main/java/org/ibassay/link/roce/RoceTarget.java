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
import org.ibassay.link.dut.RestartCommand;
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
import org.ibassay.link.upper.GivenConnection;
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

  /// Path MTU of a given connection where the URI says none.
  private static final int GIVEN_MTU = 1024;

  /// Connects what carries frames anew.
  @FunctionalInterface
  private interface Reconnection {
    void run() throws LinkException, InterruptedException;
  }

  @Override
  public Dut open(Tap tap, Timing timing) throws LinkException {
    return switch (wanted.tester().via()) {
      case RoceUri.Via.Stream(String host, int tcpPort) -> {
        StreamCarrier carrier = StreamCarrier.connect(host, tcpPort);
        yield open(port(carrier, tap, timing, madeUp()), carrier::reconnect);
      }
      case RoceUri.Via.Interface(String name) -> {
        EthernetInterface local = EthernetInterface.find(name, wanted.tester().address());
        PacketSocketCarrier carrier = PacketSocketCarrier.open(local, wanted.tester().mac());
        yield open(port(carrier, tap, timing, local.mac()), () -> {});
      }
    };
  }

  private Dut open(PacketPort port, Reconnection reconnection) throws LinkException {
    boolean opened = false;
    try {
      Dut dut =
          wanted.agent().isPresent()
              ? withUpperTester(wanted.agent().get(), port)
              : new RoceDut(uri, port, given(port, reconnection), service());
      opened = true;
      return dut;
    } finally {
      if (!opened) {
        port.close();
      }
    }
  }

  private Optional<UpperTester> given(PacketPort port, Reconnection reconnection) {
    return wanted.given().map(one -> given(one, port, reconnection));
  }

  private static GivenConnection given(GivenUri uri, PacketPort port, Reconnection reconnection) {
    RestartCommand restart = uri.restart().orElse(null);
    int mtu = port.path().mtu();
    return new GivenConnection(
        uri.ends(),
        port.path().dut(),
        mtu == 0 ? GIVEN_MTU : mtu,
        restart == null
            ? null
            : () -> {
              restart.run();
              reconnection.run();
            });
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

  private Dut withUpperTester(AgentAddress address, PacketPort port) throws LinkException {
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
      return new RoceDut(uri, port, Optional.of(agent), service());
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

  private record RoceDut(
      DutUri uri, PacketPort port, Optional<UpperTester> upperTester, OptionalLong service)
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
