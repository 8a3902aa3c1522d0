package org.ibassay.link.roce;

import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.ibassay.link.Clock;
import org.ibassay.link.LinkException;
import org.ibassay.link.dut.Dut;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.FreshStart;
import org.ibassay.link.dut.RestartCommand;
import org.ibassay.link.mad.MadPort;
import org.ibassay.link.packet.PacketPort;
import org.ibassay.link.upper.AgentAddress;
import org.ibassay.link.upper.AgentClient;
import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.GidEntry;
import org.ibassay.link.upper.DeviceAttributes.GidType;
import org.ibassay.link.upper.GivenConnection;
import org.ibassay.link.upper.GivenConnection.Ends;
import org.ibassay.link.upper.PortAddress;
import org.ibassay.link.upper.UpperTester;
import org.ibassay.link.upper.UpperTesterException;
import org.ibassay.wire.cm.IpCmHeader;
import org.ibassay.wire.sa.Gid;
import org.jspecify.annotations.Nullable;

/// A device on an Ethernet, with its upper tester. It can stop responding, be restarted, and be
/// found again.
final class RoceDut implements Dut {
  /// Path MTU of a given connection if the URI does not specify one.
  private static final int GIVEN_MTU = 1024;

  /// How long a device may take to answer a request for its address.
  private static final long PATIENCE_NANOS = 300_000_000;

  private final DutUri uri;
  private final RoceUri wanted;
  private final PacketPort port;
  private final @Nullable SocketCarrier stream;
  private Optional<UpperTester> upperTester;
  private final @Nullable HostConnection host;

  /// @param port the port to it
  /// @param stream the carrier of frames, if it is a stream: the device may be the other end
  RoceDut(DutUri uri, RoceUri wanted, PacketPort port, @Nullable SocketCarrier stream)
      throws LinkException {
    this.uri = uri;
    this.wanted = wanted;
    this.port = port;
    this.stream = stream;
    this.host = hostConnection(wanted, port);
    Optional<AgentAddress> agent = wanted.agent();
    this.upperTester = agent.isPresent() ? Optional.of(connected(agent.get())) : given();
  }

  private static @Nullable HostConnection hostConnection(RoceUri wanted, PacketPort port) {
    if (wanted.rping().isPresent()) {
      return new RpingServer(port, wanted.rping().getAsInt());
    }
    return wanted.server().map(server -> new CmClient(port, server, givenMtu(port))).orElse(null);
  }

  private static int givenMtu(PacketPort port) {
    int mtu = port.path().mtu();
    return mtu == 0 ? GIVEN_MTU : mtu;
  }

  private Optional<UpperTester> given() throws LinkException {
    try {
      if (wanted.isRequester()) {
        RpingRequester requester =
            new RpingRequester(port, wanted.dut().cmPort().orElseThrow(), givenMtu(port));
        requester.greet();
        return Optional.of(requester);
      }
      if (host == null) {
        return wanted.given().map(ends -> given(ends, givenMtu(port)));
      }
      Ends ends = host.establish();
      return Optional.of(given(ends, host.pathMtu()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new LinkException("interrupted while connecting to the DUT's host", e);
    }
  }

  /// Connects to the agent, and sets the port's GID index to that of the DUT's address.
  private UpperTester connected(AgentAddress address) throws LinkException {
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

  /// The index of the DUT's address in the device's GID table.
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

  private UpperTester given(Ends ends, int pathMtu) {
    GivenConnection.Renewal renewal =
        () -> {
          hangUp();
          startAnew();
          return host == null ? ends : host.establish();
        };
    return new GivenConnection(
        ends, port.path().dut(), pathMtu, wanted.restart().isPresent() ? renewal : null);
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
    OptionalInt cmPort = wanted.dut().cmPort();
    return cmPort.isPresent()
        ? OptionalLong.of(IpCmHeader.TCP_SERVICE + cmPort.getAsInt())
        : OptionalLong.empty();
  }

  // --- death, and life after it

  /// Empty for a given connection, which [GivenConnection#renew] restarts.
  @Override
  public Optional<FreshStart> restart() {
    return wanted.restart().filter(_ -> !hasGiven()).map(_ -> this::startAnew);
  }

  /// Closes the session with the old agent first: it means nothing to a new one.
  private void startAnew() throws LinkException, InterruptedException {
    if (wanted.agent().isPresent()) {
      upperTester.ifPresent(UpperTester::close);
    }
    RestartCommand command = wanted.restart().orElseThrow();
    command.run();
    if (stream != null) {
      stream.reconnect();
    }
  }

  /// A DUT with a given connection always counts as up: in a simulation everything may take long,
  /// and [GivenConnection] reports the end of the connection.
  @Override
  public boolean isUp() throws LinkException, InterruptedException {
    return hasGiven() || (isFound() && hasUpperTester());
  }

  private boolean hasGiven() {
    return wanted.given().isPresent() || host != null;
  }

  private boolean isFound() throws LinkException, InterruptedException {
    if (stream != null && !stream.isOpen()) {
      return false;
    }
    try {
      return port.finds(port.clock().nanos() + PATIENCE_NANOS);
    } catch (LinkException e) {
      if (stream == null || stream.isOpen()) {
        throw e;
      }
      return false;
    }
  }

  private boolean hasUpperTester() {
    Optional<AgentAddress> address = wanted.agent();
    if (address.isEmpty() || isAnswered()) {
      return true;
    }
    upperTester.ifPresent(UpperTester::close);
    try {
      upperTester = Optional.of(connected(address.get()));
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

  /// Closes the agent first: while it frees its resources, the DUT may request the tester's
  /// address.
  @Override
  public void close() {
    upperTester.ifPresent(UpperTester::close);
    hangUp();
    port.close();
  }

  /// Disconnects, so that the host's program ends and its host keeps no state.
  private void hangUp() {
    if (host == null) {
      return;
    }
    try {
      host.disconnect();
    } catch (LinkException e) {
      // a host that cannot be reached is not notified
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
