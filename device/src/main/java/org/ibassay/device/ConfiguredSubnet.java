package org.ibassay.device;

import java.util.ArrayDeque;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Queue;
import java.util.Set;
import org.ibassay.device.sma.ManagedNode;
import org.ibassay.device.sma.Port;
import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.NodeType;
import org.ibassay.link.topology.TopologyNode;
import org.ibassay.link.topology.TopologyPort;
import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.attribute.PortState;

/// LIDs, shortest routes and Active links of a simulated fabric, as a subnet manager leaves them.
final class ConfiguredSubnet {
  private final FabricTopology topology;
  private final Map<String, ManagedNode> nodes;
  private int lids;

  /// @param nodes nodes by their id in the topology, not cabled yet
  ConfiguredSubnet(FabricTopology topology, Map<String, ManagedNode> nodes) {
    this.topology = topology;
    this.nodes = nodes;
  }

  /// A switch on the way to a LID, and its port to the next node on that way.
  private record Hop(TopologyNode node, int port) {}

  void configure() {
    for (TopologyNode node : topology.nodes()) {
      if (node.kind() == NodeType.SWITCH) {
        int lid = assign(node, 0);
        ManagedNode own = made(node);
        own.relay(lid, 0);
        own.port(0).put(PortInfo.PORT_STATE, PortState.ACTIVE);
        Queue<Hop> hops = new ArrayDeque<>();
        node.cabled().values().forEach(port -> add(hops, port));
        route(lid, node, hops);
      }
      for (TopologyPort cabled : node.cabled().values()) {
        Port port = made(node).port(cabled.number());
        port.onLinkUp(() -> port.put(PortInfo.PORT_STATE, PortState.ACTIVE));
        if (node.kind() != NodeType.SWITCH) {
          Queue<Hop> hops = new ArrayDeque<>();
          add(hops, cabled);
          route(assign(node, cabled.number()), node, hops);
        }
      }
    }
  }

  private ManagedNode made(TopologyNode node) {
    return Objects.requireNonNull(nodes.get(node.id()));
  }

  private int assign(TopologyNode node, int port) {
    made(node).port(port).put(PortInfo.LID, ++lids);
    return lids;
  }

  /// Adds the switch at the far end of a port, if it is one.
  private void add(Queue<Hop> hops, TopologyPort port) {
    TopologyNode peer = topology.byId(port.peer());
    if (peer.kind() == NodeType.SWITCH) {
      hops.add(new Hop(peer, port.peerPort()));
    }
  }

  /// Makes all switches forward a LID, those next to its node first.
  private void route(int lid, TopologyNode end, Queue<Hop> hops) {
    Set<String> done = new HashSet<>(Set.of(end.id()));
    for (Hop hop = hops.poll(); hop != null; hop = hops.poll()) {
      if (done.add(hop.node.id())) {
        made(hop.node).relay(lid, hop.port);
        hop.node.cabled().values().forEach(port -> add(hops, port));
      }
    }
  }
}
