package org.ibassay.device.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.ibassay.device.variant.NodeKind;

/// Nodes and how they are cabled; every cable leads back.
///
/// @param nodes in the order of the file
public record FabricTopology(List<TopologyNode> nodes) {

  /// Keeps a copy.
  public FabricTopology {
    nodes = List.copyOf(nodes);
  }

  /// The node that a name means: an id or, where one node only has it, a NodeDescription.
  public Optional<TopologyNode> node(String name) {
    Optional<TopologyNode> byId = nodes.stream().filter(n -> n.id().equals(name)).findFirst();
    List<TopologyNode> described =
        nodes.stream().filter(n -> n.description().equals(name)).toList();
    return byId.isPresent() || described.size() != 1 ? byId : Optional.of(described.getFirst());
  }

  /// The shortest way from one node to another, as egress ports; it passes switches only.
  public Optional<List<Integer>> route(TopologyNode from, TopologyNode to) {
    Map<String, TopologyNode> byId = new HashMap<>();
    nodes.forEach(node -> byId.put(node.id(), node));
    Map<String, List<Integer>> routes = new HashMap<>();
    Deque<TopologyNode> open = new ArrayDeque<>();
    routes.put(from.id(), List.of());
    open.add(from);
    while (!open.isEmpty() && !routes.containsKey(to.id())) {
      TopologyNode node = open.remove();
      List<Integer> route = Objects.requireNonNull(routes.get(node.id()));
      for (TopologyPort port : node.cabled().values()) {
        if (!routes.containsKey(port.peer())) {
          List<Integer> longer = new ArrayList<>(route);
          longer.add(port.number());
          routes.put(port.peer(), longer);
          TopologyNode peer = Objects.requireNonNull(byId.get(port.peer()));
          if (peer.kind() == NodeKind.SWITCH) {
            open.add(peer);
          }
        }
      }
    }
    return Optional.ofNullable(routes.get(to.id()));
  }
}
