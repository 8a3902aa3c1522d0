package org.ibassay.link.topology;

import java.util.SortedMap;
import java.util.TreeMap;

/// A node of a topology.
///
/// @param id by which others name it
/// @param description NodeDescription
/// @param guid NodeGUID; 0 where the file does not say
/// @param ports how many it has, without a switch's port 0
/// @param isEnhanced whether a switch's port 0 is an enhanced one
/// @param cabled its ports that have a cable, by number
/// @param line where the file begins to describe it
public record TopologyNode(
    NodeType kind,
    String id,
    String description,
    long guid,
    int ports,
    boolean isEnhanced,
    SortedMap<Integer, TopologyPort> cabled,
    int line) {

  /// Keeps a copy.
  public TopologyNode {
    cabled = new TreeMap<>(cabled);
  }

  /// The same node with other cables.
  TopologyNode with(SortedMap<Integer, TopologyPort> cables) {
    return new TopologyNode(kind, id, description, guid, ports, isEnhanced, cables, line);
  }
}
