package org.ibassay.link.topology;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;

/// Nodes and their cables; each cable is recorded at both ends.
public final class FabricTopology {
  private final Map<String, TopologyNode> byId = new LinkedHashMap<>();

  /// @param nodes in the order of the file, with unique ids
  public FabricTopology(List<TopologyNode> nodes) {
    nodes.forEach(node -> byId.put(node.id(), node));
  }

  /// The nodes, in the order of the file.
  public List<TopologyNode> nodes() {
    return List.copyOf(byId.values());
  }

  /// Returns the node with an existing id.
  public TopologyNode byId(String id) {
    return Objects.requireNonNull(byId.get(id), id);
  }

  /// Returns the node with an id or, if it is unique, a NodeDescription.
  public Optional<TopologyNode> node(String name) {
    Optional<TopologyNode> found = Optional.ofNullable(byId.get(name));
    List<TopologyNode> described =
        found.isPresent()
            ? List.of()
            : byId.values().stream().filter(n -> n.description().equals(name)).toList();
    return found.isPresent() || described.size() != 1 ? found : Optional.of(described.getFirst());
  }

  /// Returns the shortest route between two nodes, as egress ports; it passes switches only.
  public Optional<List<Integer>> route(TopologyNode from, TopologyNode to) {
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
          TopologyNode peer = byId(port.peer());
          if (peer.kind() == NodeType.SWITCH) {
            open.add(peer);
          }
        }
      }
    }
    return Optional.ofNullable(routes.get(to.id()));
  }
}
