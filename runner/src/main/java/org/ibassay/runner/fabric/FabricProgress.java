package org.ibassay.runner.fabric;

import java.util.Map;
import org.ibassay.link.topology.NodeType;

/// Receives the progress of a run over a fabric.
public interface FabricProgress {
  /// Nodes are being searched for.
  ///
  /// @param nodes number of nodes found so far
  void found(int nodes);

  /// All nodes were found, and those to test selected.
  ///
  /// @param nodes number of nodes of each type
  /// @param ports number of ports whose link is up
  /// @param left number of nodes that remain to be tested
  void picked(Map<NodeType, Integer> nodes, int ports, int left);

  /// A node was tested.
  ///
  /// @param nodes number of nodes tested, this one included
  void tested(int nodes);
}
