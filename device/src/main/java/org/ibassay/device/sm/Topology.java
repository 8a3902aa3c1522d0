package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ibassay.wire.attribute.NodeInfo;
import org.ibassay.wire.attribute.PortInfo;

/// The result of a sweep's discovery: end ports, switches, and the links between them.
final class Topology {
  private final List<FoundPort> endPorts = new ArrayList<>();
  private final List<FoundSwitch> switches = new ArrayList<>();
  private final List<Link> links = new ArrayList<>();

  /// A link as seen from one of its ends.
  private record Link(FoundPort from, FoundPort to) {}

  void add(FoundPort endPort) {
    endPorts.add(endPort);
  }

  void add(FoundSwitch found) {
    switches.add(found);
    endPorts.add(found.port0());
  }

  /// Adds the link between two ports, which may have been added from the other side before.
  void link(FoundPort one, FoundPort other) {
    if (neighbor(one).isEmpty()) {
      links.add(new Link(one, other));
      links.add(new Link(other, one));
    }
  }

  /// Returns the switch that returned this NodeInfo before, by any port.
  Optional<FoundSwitch> switchLike(MemorySegment nodeInfo) {
    long guid = NodeInfo.NODE_GUID.get(nodeInfo, 0);
    return switches.stream().filter(one -> one.port0().nodeGuid() == guid).findFirst();
  }

  /// Returns the ports that can have LIDs, in the order found.
  List<FoundPort> endPorts() {
    return endPorts;
  }

  List<FoundSwitch> switches() {
    return switches;
  }

  /// Returns all ports except those of a switch without a link.
  List<FoundPort> linked() {
    List<FoundPort> linked = new ArrayList<>(endPorts);
    for (FoundSwitch one : switches) {
      one.external().stream().filter(port -> neighbor(port).isPresent()).forEach(linked::add);
    }
    return linked;
  }

  /// Returns the port at the other end of its cable.
  Optional<FoundPort> neighbor(FoundPort port) {
    return links.stream().filter(link -> link.from() == port).map(Link::to).findFirst();
  }

  /// Returns the port by which each node sends packets to a port: the shortest paths, the first
  /// found among equal ones.
  ///
  /// @return by end port, or port 0 of a switch; 0 for the target's own node
  Map<FoundPort, Integer> egresses(FoundPort target) {
    Map<FoundPort, Integer> egresses = new LinkedHashMap<>();
    Deque<FoundPort> open = new ArrayDeque<>();
    egresses.put(target, 0);
    open.add(target);
    while (!open.isEmpty()) {
      FoundPort node = open.remove();
      for (Link link : links) {
        FoundPort from = owner(link.from());
        boolean leadsThere = owner(link.to()) == node && (node == target || node.isOfSwitch());
        if (leadsThere && egresses.putIfAbsent(from, link.from().number()) == null) {
          open.add(from);
        }
      }
    }
    return egresses;
  }

  /// Returns the port with the LID.
  private FoundPort owner(FoundPort port) {
    return switches.stream()
        .filter(one -> one.ports().contains(port))
        .map(FoundSwitch::port0)
        .findFirst()
        .orElse(port);
  }

  Subnet known() {
    Map<FoundPort, EndPort> known = new LinkedHashMap<>();
    endPorts.forEach(port -> known.put(port, port.known()));
    List<SubnetSwitch> all =
        switches.stream()
            .map(one -> one.known(Objects.requireNonNull(known.get(one.port0()))))
            .toList();
    List<SubnetLink> subnetLinks =
        links.stream()
            .map(link ->
                new SubnetLink(
                    lid(link.from()), link.from().number(), link.to().number(), lid(link.to())))
            .toList();
    return new Subnet(List.copyOf(known.values()), all, subnetLinks);
  }

  private int lid(FoundPort port) {
    return (int) owner(port).value(PortInfo.LID);
  }
}
