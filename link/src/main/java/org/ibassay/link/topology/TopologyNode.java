package org.ibassay.link.topology;

import java.util.SortedMap;
import java.util.TreeMap;

/// A node of a topology.
///
/// @param id unique id
/// @param description NodeDescription
/// @param guid NodeGUID; 0 if the file does not specify it
/// @param ports number of ports, without a switch's port 0
/// @param isEnhanced whether a switch's port 0 is an enhanced one
/// @param cabled its cabled ports, by number
/// @param line line of the file where its description begins
public record TopologyNode(
    NodeType kind,
    String id,
    String description,
    long guid,
    int ports,
    boolean isEnhanced,
    SortedMap<Integer, TopologyPort> cabled,
    int line) {

  /// Copies the map.
  public TopologyNode {
    cabled = new TreeMap<>(cabled);
  }

  /// Returns a copy with other cables.
  TopologyNode with(SortedMap<Integer, TopologyPort> cables) {
    return new TopologyNode(kind, id, description, guid, ports, isEnhanced, cables, line);
  }
}
