package org.ibassay.link.topology;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/// Builds a topology from nodes and cables.
public final class TopologyBuilder {
  private final Map<String, TopologyNode> nodes = new LinkedHashMap<>();
  private final Map<String, SortedMap<Integer, TopologyPort>> ports = new LinkedHashMap<>();

  /// An empty topology.
  public TopologyBuilder() {}

  /// Adds a node.
  ///
  /// @param id unique id
  /// @param guid 0 for none
  /// @param count number of ports
  public void node(NodeType type, String id, String description, long guid, int count) {
    nodes.put(
        id,
        new TopologyNode(
            type, id, description, guid, count, false, new TreeMap<>(), nodes.size() + 1));
    ports.put(id, new TreeMap<>());
  }

  /// Adds one end of a cable; the other end is added automatically.
  ///
  /// @param guid PortGUID; 0 for none
  /// @param rate as in [TopologyPort]
  public void end(String id, int port, long guid, String peer, int peerPort, String rate) {
    SortedMap<Integer, TopologyPort> of = ports.get(id);
    TopologyNode node = nodes.get(id);
    if (of == null || node == null) {
      throw new IllegalArgumentException("no node " + id);
    }
    of.put(port, new TopologyPort(port, guid, peer, peerPort, 0, 0, rate, node.line()));
  }

  /// Adds a cable.
  public void cable(String one, int onePort, String other, int otherPort) {
    end(one, onePort, 0, other, otherPort, "");
    end(other, otherPort, 0, one, onePort, "");
  }

  /// Returns the topology built so far; the builder stays usable.
  public FabricTopology topology() {
    List<TopologyNode> built = new ArrayList<>(nodes.size());
    nodes.forEach((id, node) -> built.add(node.with(ports.getOrDefault(id, new TreeMap<>()))));
    return new FabricTopology(built);
  }
}
