package org.ibassay.runner.fabric;

import org.ibassay.runner.RunResult;

/// Receives the progress of a run over a fabric.
public interface FabricProgress {
  /// Nodes are being searched for.
  ///
  /// @param nodes number of nodes found so far
  void found(int nodes);

  /// All nodes were found, and those to test selected.
  ///
  /// @param left number of nodes that remain to be tested
  void picked(FoundFabric fabric, int left);

  /// A node was tested.
  ///
  /// @param nodes number of nodes tested, this one included
  void tested(int nodes, FoundNode node, RunResult result);
}
