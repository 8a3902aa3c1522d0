package org.ibassay.link.roce;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.Stream;
import org.ibassay.link.dut.DutUri;
import org.ibassay.link.dut.DutUriException;
import org.ibassay.link.dut.RestartCommand;
import org.ibassay.link.dut.UriParameter;
import org.ibassay.link.impaired.Impairment;
import org.ibassay.link.upper.AgentAddress;
import org.ibassay.link.upper.GivenConnection.Ends;
import org.ibassay.link.upper.GivenConnection.Operation;
import org.ibassay.link.upper.MemoryRegion;
import org.ibassay.wire.net.Mac;
import org.jspecify.annotations.Nullable;

/// A `roce:` URI, parsed and validated.
///
/// @param dut the DUT's side
/// @param tester the tester's side
/// @param agent address of the upper tester's agent, if there is one
/// @param given the only connection of a device without an agent, if the URI specifies it
/// @param rping TCP port, as in the ServiceIDs of IP CM, at which the tester waits for `rping -c`
/// @param server the server at the DUT's `cmPort`, if the tester is to connect to it
/// @param isRequester whether the server at the DUT's `cmPort` is `rping -s`, which has the DUT
///   send requests
/// @param impairment the impairments of the link
/// @param restart restarts the DUT, if the URI specifies how
record RoceUri(
    DutSide dut,
    TesterSide tester,
    Optional<AgentAddress> agent,
    Optional<Ends> given,
    OptionalInt rping,
    Optional<Server> server,
    boolean isRequester,
    Impairment impairment,
    Optional<RestartCommand> restart) {

  /// The DUT's side of the link.
  ///
  /// @param address IP address
  /// @param gidIndex index of the address in the DUT's GID table, if specified
  /// @param mtu limit of a packet's payload in bytes; 0 if the DUT's port decides
  /// @param cmPort TCP port, as in the ServiceIDs of IP CM, at which it accepts connections, if
  ///   specified
  record DutSide(InetAddress address, OptionalInt gidIndex, int mtu, OptionalInt cmPort) {}

  /// The tester's side of the link.
  ///
  /// @param address IP address, of the same family as the DUT's
  /// @param via the carrier of frames
  /// @param mac Ethernet address, if specified
  /// @param vlan VLAN ID; empty for none
  record TesterSide(InetAddress address, Via via, Optional<Mac> mac, OptionalInt vlan) {}

  /// A server on the DUT's host that accepts a connection by RDMA CM, for a device without an
  /// agent.
  ///
  /// @param port TCP port, as in the ServiceIDs of IP CM
  /// @param serves the operations that the connection supports
  /// @param memory registered for the connection; null if no operation accesses any
  record Server(int port, Set<Operation> serves, @Nullable MemoryRegion memory) {}

  /// The carrier of frames.
  sealed interface Via {
    /// A TCP connection.
    record Stream(String host, int port) implements Via {}

    /// A TCP connection to a simulator that provides the time.
    record Lockstep(String host, int port) implements Via {}

    /// An interface of this machine.
    record Interface(String name) implements Via {}
  }

  private static final String ETH = "eth:";
  private static final String RPING_SERVER = "rping";

  /// The kernel's limit for the name of an interface, with its terminating zero.
  private static final int NAME_BYTES = 16;

  private static final UriParameter<InetAddress> FROM =
      new UriParameter<>(
          "from",
          "IP address",
          "the tester's; no local interface may have it; has to be given",
          "the IP address of one host",
          RoceUri::address);
  private static final UriParameter<Via> VIA =
      new UriParameter<>(
          "via",
          "eth:INTERFACE, stream:HOST:PORT or lockstep:HOST:PORT",
          "what carries Ethernet frames: an interface of this machine, a TCP connection as QEMU's"
              + " stream socket, or one to a simulator that hands over its time; has to be given",
          StreamCarrier.SCHEME
              + "HOST:PORT, "
              + LockstepCarrier.SCHEME
              + "HOST:PORT or "
              + ETH
              + "INTERFACE",
          RoceUri::via);
  private static final UriParameter<AgentAddress> AGENT =
      UriParameter.of(
          "agent",
          AgentAddress.EXPECTED,
          "where the upper tester's agent is; without it few tests apply",
          AgentAddress::parse);
  private static final UriParameter<Mac> MAC =
      new UriParameter<>(
          "mac",
          "as 02:00:00:00:00:01",
          "the tester's Ethernet address; default: the interface's own, on a stream one made up",
          "an Ethernet address of one host, as 02:00:00:00:00:01",
          RoceUri::mac);
  private static final UriParameter<Long> VLAN =
      UriParameter.number("vlan", 1, 4094, "VLAN of all frames; default: none");
  private static final UriParameter<Long> GID_INDEX =
      UriParameter.number(
          "gid-index",
          0,
          0xFF,
          "which of the device's GIDs its address is; default: the one that has the address");
  private static final UriParameter<Integer> MTU =
      UriParameter.of(
          "mtu",
          "256, 512, 1024, 2048 or 4096",
          "greatest payload of a packet, in bytes; default: as the device's port says",
          RoceUri::mtu);
  private static final UriParameter<Long> CM =
      UriParameter.number(
          "cm",
          1,
          0xFFFF,
          "port at which a server on the device's host takes connections by RDMA CM, as rping -s"
              + " does at 7471; without it most tests of communication management do not apply; with"
              + " ops= and without agent= the tester connects there, and the tests of a responder run"
              + " on this connection");
  private static final UriParameter<Long> RPING =
      UriParameter.number(
          "rping",
          1,
          0xFFFF,
          "port at which the tester waits for rping -c of the device's host, a stock program: for a"
              + " device without an agent, whose responder of RDMA WRITE and READ is then tested on"
              + " this connection");
  private static final UriParameter<String> SERVER =
      UriParameter.of(
          "server",
          RPING_SERVER,
          "the server at cm= is rping -s -P -S 65535, a stock program: for a device without an"
              + " agent, whose requester of RDMA READ and WRITE is then tested by connecting there",
          word -> Optional.of(word).filter(RPING_SERVER::equals));
  private static final UriParameter<RestartCommand> RESTART =
      new UriParameter<>(
          RestartCommand.PARAMETER.name(),
          RestartCommand.PARAMETER.values(),
          RestartCommand.PARAMETER.meaning()
              + "; with qp, it has this QP begin anew, with psn; with rping or ops, it has the host's"
              + " program begin anew."
              + " A stream is connected again after it; where nothing is to be done, the command is"
              + " true",
          RestartCommand.PARAMETER.expected(),
          RestartCommand.PARAMETER.reader());

  static final List<UriParameter<?>> PARAMETERS =
      Stream.concat(
              Stream.of(FROM, VIA, AGENT, MAC, VLAN, GID_INDEX, MTU, CM, RPING, SERVER, RESTART),
              GivenUri.PARAMETERS.stream())
          .toList();

  static RoceUri parse(DutUri uri) throws DutUriException {
    uri.allowOnly(UriParameter.names(Impairment.beside(PARAMETERS)));
    Optional<InetAddress> dut = address(uri.target());
    if (dut.isEmpty()) {
      throw new DutUriException(
          uri.text(), "the target \"%s\": expected %s".formatted(uri.target(), FROM.expected()));
    }
    InetAddress from = FROM.requiredIn(uri);
    if (dut.get() instanceof Inet4Address != from instanceof Inet4Address) {
      throw new DutUriException(uri.text(), "mixes an IPv4 and an IPv6 address");
    }
    if (dut.get().equals(from)) {
      throw new DutUriException(uri.text(), "gives tester and DUT the same address");
    }
    Optional<AgentAddress> agent = AGENT.in(uri);
    Optional<Ends> given = GivenUri.ends(uri);
    OptionalInt rping = optional(RPING.in(uri));
    refuseBoth(uri, agent.isPresent() && given.isPresent(), "agent=", "qp=");
    refuseBoth(uri, agent.isPresent() && rping.isPresent(), "agent=", "rping=");
    refuseBoth(uri, given.isPresent() && rping.isPresent(), "qp=", "rping=");
    OptionalInt cmPort = optional(CM.in(uri));
    Optional<Server> server = given.isPresent() ? Optional.empty() : GivenUri.server(uri, cmPort);
    refuseBoth(uri, agent.isPresent() && server.isPresent(), "agent=", "ops=");
    refuseBoth(uri, rping.isPresent() && server.isPresent(), "rping=", "ops=");
    Optional<Integer> mtu = MTU.in(uri);
    refuseBoth(uri, mtu.isPresent() && rping.isPresent(), "mtu=", "rping=");
    boolean isRequester = SERVER.in(uri).isPresent();
    refuseBoth(uri, agent.isPresent() && isRequester, "agent=", "server=");
    refuseBoth(uri, given.isPresent() && isRequester, "qp=", "server=");
    refuseBoth(uri, rping.isPresent() && isRequester, "rping=", "server=");
    refuseBoth(uri, server.isPresent() && isRequester, "ops=", "server=");
    if (isRequester && cmPort.isEmpty()) {
      throw new DutUriException(uri.text(), "gives server= without cm=, its port");
    }
    return new RoceUri(
        new DutSide(dut.get(), optional(GID_INDEX.in(uri)), mtu.orElse(0), cmPort),
        new TesterSide(from, VIA.requiredIn(uri), MAC.in(uri), optional(VLAN.in(uri))),
        agent,
        given,
        rping,
        server,
        isRequester,
        Impairment.of(uri),
        RESTART.in(uri));
  }

  private static void refuseBoth(DutUri uri, boolean areBoth, String one, String other)
      throws DutUriException {
    if (areBoth) {
      throw new DutUriException(
          uri.text(), "gives both %s and %s, which say different things".formatted(one, other));
    }
  }

  private static OptionalInt optional(Optional<Long> number) {
    return number.map(given -> OptionalInt.of(given.intValue())).orElse(OptionalInt.empty());
  }

  /// Parses a literal address only: a host name may have several addresses, and the tester's has no
  /// name.
  private static Optional<InetAddress> address(String text) {
    try {
      return Optional.of(InetAddress.ofLiteral(text))
          .filter(address -> !address.isAnyLocalAddress() && !address.isMulticastAddress());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Via> via(String text) {
    if (text.startsWith(StreamCarrier.SCHEME)) {
      return tcp(text, StreamCarrier.SCHEME).map(tcp -> new Via.Stream(tcp.host(), tcp.port()));
    }
    if (text.startsWith(LockstepCarrier.SCHEME)) {
      return tcp(text, LockstepCarrier.SCHEME).map(tcp -> new Via.Lockstep(tcp.host(), tcp.port()));
    }
    return text.startsWith(ETH)
        ? Optional.of(text.substring(ETH.length()))
            .filter(name -> !name.isEmpty() && name.length() < NAME_BYTES)
            .map(Via.Interface::new)
        : Optional.empty();
  }

  /// Parses host and port in the syntax of the agent's address.
  private static Optional<AgentAddress.Tcp> tcp(String text, String scheme) {
    return AgentAddress.parse(text.substring(scheme.length()))
        .filter(AgentAddress.Tcp.class::isInstance)
        .map(AgentAddress.Tcp.class::cast);
  }

  private static Optional<Mac> mac(String text) {
    try {
      return Optional.of(Mac.parse(text)).filter(mac -> !mac.isGroup());
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Integer> mtu(String text) {
    return Stream.of(256, 512, 1024, 2048, 4096)
        .filter(mtu -> text.equals(mtu.toString()))
        .findFirst();
  }
}
