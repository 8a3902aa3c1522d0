package org.ibassay.device.sm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.wire.sa.Gid;

/// The subnet that a sweep found.
///
/// @param ports the configured end ports, the subnet manager's own first; for each switch, port 0
/// @param switches in the order found
/// @param links each link twice, once from each end
public record Subnet(List<EndPort> ports, List<SubnetSwitch> switches, List<SubnetLink> links) {

  /// Copies the lists.
  public Subnet {
    ports = List.copyOf(ports);
    switches = List.copyOf(switches);
    links = List.copyOf(links);
  }

  /// A switch on the path of a packet.
  ///
  /// @param ingress port by which the packet enters; 0 for a packet of the switch itself
  /// @param egress port by which the packet leaves; 0 for a packet to the switch itself
  record Hop(SubnetSwitch through, int ingress, int egress) {}

  /// The subnet manager's own port.
  public EndPort manager() {
    return ports.getFirst();
  }

  /// Returns the port with a LID.
  public Optional<EndPort> byLid(int lid) {
    return ports.stream().filter(port -> port.has(lid)).findFirst();
  }

  /// Returns the port with a GID, with the subnet's prefix or the default prefix, which every port
  /// also has (4.1.1).
  public Optional<EndPort> byGid(Gid gid) {
    return ports.stream()
        .filter(port -> port.guid() == gid.guid())
        .filter(port -> gid.prefix() == Gid.DEFAULT_PREFIX || gid.prefix() == port.gid().prefix())
        .findFirst();
  }

  /// Returns the switch with a given port 0.
  Optional<SubnetSwitch> switchOf(EndPort port0) {
    return switches.stream().filter(one -> one.port0().lid() == port0.lid()).findFirst();
  }

  /// Returns the ports at the links of the path from one port to another, both ends of each link;
  /// without links the port itself.
  public List<EndPort> way(EndPort from, EndPort to) {
    if (from.equals(to)) {
      return List.of(from);
    }
    List<EndPort> way = new ArrayList<>();
    if (!from.isOfSwitch()) {
      way.add(from);
    }
    for (Hop hop : hops(from, to)) {
      if (hop.ingress() > 0) {
        way.add(hop.through().port(hop.ingress()));
      }
      if (hop.through().has(hop.egress())) {
        way.add(hop.through().port(hop.egress()));
      }
    }
    if (!to.isOfSwitch()) {
      way.add(to);
    }
    return way;
  }

  /// Returns the switches on the path from one port to another, by their linear forwarding tables.
  List<Hop> hops(EndPort from, EndPort to) {
    List<Hop> hops = new ArrayList<>();
    EndPort at = from;
    int ingress = 0;
    while (!at.equals(to) || at.isOfSwitch()) {
      Optional<SubnetSwitch> through = switchOf(at);
      int egress = through.map(one -> one.egress(to.lid())).orElse(at.number());
      int entered = ingress;
      through.ifPresent(one -> hops.add(new Hop(one, entered, egress)));
      int lid = at.lid();
      Optional<SubnetLink> link =
          links.stream()
              .filter(one -> one.fromLid() == lid && one.fromPort() == egress)
              .findFirst();
      if (link.isEmpty() || hops.size() > switches.size()) {
        break; // arrived, or the tables do not lead there
      }
      ingress = link.get().toPort();
      at = byLid(link.get().toLid()).orElse(to);
    }
    return hops;
  }
}
