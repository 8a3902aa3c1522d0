package org.ibassay.device.sm;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.ibassay.wire.sa.Gid;

/// The subnet that a sweep found.
///
/// @param ports the end ports that were set up, the subnet manager's own first; of each switch port
///   0
/// @param switches in the order in which they were found
/// @param links each twice, once from either end
public record Subnet(List<EndPort> ports, List<SubnetSwitch> switches, List<SubnetLink> links) {

  /// Keeps copies.
  public Subnet {
    ports = List.copyOf(ports);
    switches = List.copyOf(switches);
    links = List.copyOf(links);
  }

  /// A switch that a packet passes.
  ///
  /// @param ingress number of the port by which it enters; 0 of a packet of the switch's own
  /// @param egress number of the port by which it leaves; 0 where it is for the switch itself
  record Hop(SubnetSwitch through, int ingress, int egress) {}

  /// The subnet manager's own port.
  public EndPort manager() {
    return ports.getFirst();
  }

  /// The port that has a LID.
  public Optional<EndPort> byLid(int lid) {
    return ports.stream().filter(port -> port.has(lid)).findFirst();
  }

  /// The port that has a GID, be it by the subnet's prefix or by the default one, which every port
  /// has besides (4.1.1).
  public Optional<EndPort> byGid(Gid gid) {
    return ports.stream()
        .filter(port -> port.guid() == gid.guid())
        .filter(port -> gid.prefix() == Gid.DEFAULT_PREFIX || gid.prefix() == port.gid().prefix())
        .findFirst();
  }

  /// The switch with a certain port 0.
  Optional<SubnetSwitch> switchOf(EndPort port0) {
    return switches.stream().filter(one -> one.port0().lid() == port0.lid()).findFirst();
  }

  /// The ports at links on the way from one port to another, both ends of each link; without links
  /// the port itself.
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

  /// The switches on the way from one port to another, by their linear forwarding tables.
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
        break; // it is there, or the tables do not lead there
      }
      ingress = link.get().toPort();
      at = byLid(link.get().toLid()).orElse(to);
    }
    return hops;
  }
}
