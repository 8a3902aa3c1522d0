package org.ibassay.link.roce;

import java.net.InetAddress;
import java.net.NetworkInterface;
import java.net.SocketException;
import java.util.List;
import org.ibassay.link.LinkException;
import org.ibassay.wire.net.Mac;

/// An Ethernet interface of this machine.
///
/// @param name the kernel's name
/// @param index the kernel's index
/// @param mac its own address
record EthernetInterface(String name, int index, Mac mac) {

  /// Finds an interface by name.
  ///
  /// @param tester must not be an address of this machine
  /// @throws LinkException if there is no such Ethernet interface, it is down, or this machine has
  ///   the tester's address
  static EthernetInterface find(String name, InetAddress tester) throws LinkException {
    try {
      NetworkInterface taken = NetworkInterface.getByInetAddress(tester);
      if (taken != null) {
        throw new LinkException(
            "from=%s is this machine's own address on %s, whose kernel would answer the DUT;"
                    .formatted(tester.getHostAddress(), taken.getName())
                + " expected an unused one");
      }
      return find(name);
    } catch (SocketException e) {
      throw new LinkException("cannot list the IP addresses of this machine: " + e.getMessage(), e);
    }
  }

  private static EthernetInterface find(String name) throws LinkException {
    List<KernelInterfaces.Entry> all = KernelInterfaces.list();
    KernelInterfaces.Entry found =
        all.stream()
            .filter(entry -> entry.name().equals(name))
            .findFirst()
            .orElseThrow(() ->
                new LinkException(
                    "this machine has no interface %s; it has %s"
                        .formatted(name, all.stream().map(KernelInterfaces.Entry::name).toList())));
    if (!found.up()) {
      throw new LinkException(
          "interface %s is down; \"ip link set %s up\" starts it".formatted(name, name));
    }
    if (found.address().size() != 6) {
      throw new LinkException("interface " + name + " is not an Ethernet interface");
    }
    long mac = 0;
    for (byte b : found.address()) {
      mac = (mac << 8) | (b & 0xFF);
    }
    return new EthernetInterface(name, found.index(), new Mac(mac));
  }
}
