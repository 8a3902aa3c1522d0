package org.ibassay.link.roce;

import java.net.Inet4Address;
import java.net.InetAddress;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import org.ibassay.link.DutUri;
import org.ibassay.link.DutUriException;
import org.ibassay.link.UriParameter;
import org.ibassay.link.impaired.Impairment;
import org.ibassay.link.upper.AgentAddress;
import org.ibassay.wire.net.Mac;
import org.jspecify.annotations.Nullable;

/// A URI of the driver `roce:`, read and checked.
///
/// @param dut the DUT's address
/// @param from the tester's, of the same family
/// @param via what carries frames
/// @param agent where the upper tester's agent is, if there is one
/// @param mac the tester's Ethernet address, if it is given
/// @param vlan empty for none
/// @param gidIndex which of the DUT's GIDs its address is, if it is given
/// @param mtu greatest payload of a packet, in bytes; 0 when the DUT's port has the say
/// @param impairment how badly the link is to treat packets
record RoceUri(
    InetAddress dut,
    InetAddress from,
    Via via,
    Optional<AgentAddress> agent,
    Optional<Mac> mac,
    OptionalInt vlan,
    OptionalInt gidIndex,
    int mtu,
    Impairment impairment) {

  /// What carries frames.
  sealed interface Via {
    /// A TCP connection.
    record Stream(String host, int port) implements Via {}

    /// An interface of this machine.
    record Interface(String name) implements Via {}
  }

  static final List<UriParameter> PARAMETERS =
      List.of(
          new UriParameter(
              "from",
              "IP address",
              "the tester's; no local interface may have it; has to be given"),
          new UriParameter(
              "via",
              "eth:INTERFACE or stream:HOST:PORT",
              "what carries Ethernet frames: an interface of this machine, or a TCP connection as"
                  + " QEMU's stream socket; has to be given"),
          new UriParameter(
              "agent",
              AgentAddress.EXPECTED,
              "where the upper tester's agent is; without it few tests apply"),
          new UriParameter(
              "mac",
              "as 02:00:00:00:00:01",
              "the tester's Ethernet address; default: the interface's own, on a stream one made up"),
          new UriParameter("vlan", "1 to 4094", "VLAN of all frames; default: none"),
          new UriParameter(
              "gid-index",
              "0 to 255",
              "which of the device's GIDs its address is; default: the one that has the address"),
          new UriParameter(
              "mtu",
              "256, 512, 1024, 2048 or 4096",
              "greatest payload of a packet, in bytes; default: as the device's port says"));

  private static final List<Integer> MTUS = List.of(256, 512, 1024, 2048, 4096);
  private static final String STREAM = "stream:";
  private static final String ETH = "eth:";

  /// The kernel's bound for an interface's name, with its ending zero.
  private static final int NAME_BYTES = 16;

  static RoceUri parse(DutUri uri) throws DutUriException {
    uri.allowOnly(UriParameter.names(Impairment.beside(PARAMETERS)));
    InetAddress dut = address(uri, "the target", uri.target());
    InetAddress from = address(uri, "from", required(uri, "from", "an IP address"));
    if (dut instanceof Inet4Address != from instanceof Inet4Address) {
      throw new DutUriException(uri.text(), "mixes an IPv4 and an IPv6 address");
    }
    if (dut.equals(from)) {
      throw new DutUriException(uri.text(), "gives tester and DUT the same address");
    }
    return new RoceUri(
        dut,
        from,
        via(uri),
        agent(uri),
        mac(uri),
        optional(uri, "vlan", 1, 4094),
        optional(uri, "gid-index", 0, 0xFF),
        mtu(uri),
        Impairment.of(uri));
  }

  private static String required(DutUri uri, String name, String expected) throws DutUriException {
    Optional<String> value = uri.single(name);
    if (value.isEmpty()) {
      throw new DutUriException(uri.text(), "does not say " + name + "=, " + expected);
    }
    return value.get();
  }

  /// Only literals: a name may have several addresses, and the tester's has none.
  private static InetAddress address(DutUri uri, String what, String text) throws DutUriException {
    try {
      InetAddress address = InetAddress.ofLiteral(text);
      if (!address.isAnyLocalAddress() && !address.isMulticastAddress()) {
        return address;
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new DutUriException(
        uri.text(), "%s \"%s\": expected the IP address of one host".formatted(what, text));
  }

  private static Via via(DutUri uri) throws DutUriException {
    String text = required(uri, "via", STREAM + "HOST:PORT or " + ETH + "INTERFACE");
    Via found = text.startsWith(STREAM) ? stream(text) : text.startsWith(ETH) ? eth(text) : null;
    if (found == null) {
      throw new DutUriException(
          uri.text(), "via=%s: expected %sHOST:PORT or %sINTERFACE".formatted(text, STREAM, ETH));
    }
    return found;
  }

  private static @Nullable Via stream(String text) {
    // Host and port are written as an agent's.
    return AgentAddress.parse(text.substring(STREAM.length())).orElse(null)
            instanceof AgentAddress.Tcp(String host, int port)
        ? new Via.Stream(host, port)
        : null;
  }

  private static @Nullable Via eth(String text) {
    String name = text.substring(ETH.length());
    return name.isEmpty() || name.length() >= NAME_BYTES ? null : new Via.Interface(name);
  }

  private static Optional<AgentAddress> agent(DutUri uri) throws DutUriException {
    Optional<String> text = uri.single("agent");
    Optional<AgentAddress> agent = text.flatMap(AgentAddress::parse);
    if (text.isPresent() && agent.isEmpty()) {
      throw new DutUriException(
          uri.text(), "agent=%s: expected %s".formatted(text.get(), AgentAddress.EXPECTED));
    }
    return agent;
  }

  private static Optional<Mac> mac(DutUri uri) throws DutUriException {
    Optional<String> text = uri.single("mac");
    if (text.isEmpty()) {
      return Optional.empty();
    }
    try {
      Mac mac = Mac.parse(text.get());
      if (!mac.isGroup()) {
        return Optional.of(mac);
      }
    } catch (IllegalArgumentException e) {
      // said below
    }
    throw new DutUriException(
        uri.text(),
        "mac=%s: expected an Ethernet address of one host, as 02:00:00:00:00:01"
            .formatted(text.get()));
  }

  private static OptionalInt optional(DutUri uri, String name, int low, int high)
      throws DutUriException {
    return uri.single(name).isEmpty()
        ? OptionalInt.empty()
        : OptionalInt.of((int) uri.number(name, 0, low, high));
  }

  private static int mtu(DutUri uri) throws DutUriException {
    Optional<String> text = uri.single("mtu");
    int mtu = (int) uri.number("mtu", 0, 0, Integer.MAX_VALUE);
    if (text.isPresent() && !MTUS.contains(mtu)) {
      throw new DutUriException(
          uri.text(), "mtu=%s: expected 256, 512, 1024, 2048 or 4096".formatted(text.get()));
    }
    return mtu;
  }
}
