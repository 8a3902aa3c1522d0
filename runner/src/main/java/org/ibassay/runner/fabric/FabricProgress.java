package org.ibassay.runner.fabric;

import org.ibassay.runner.RunResult;

/// Is told how far a run over a fabric is.
public interface FabricProgress {
  /// Nodes are being looked for.
  ///
  /// @param nodes found so far
  void found(int nodes);

  /// All nodes were found, and some picked.
  ///
  /// @param left how many are to be tested still
  void picked(FoundFabric fabric, int left);

  /// A node was tested.
  ///
  /// @param nodes how many of this run, with this one
  void tested(int nodes, FoundNode node, RunResult result);
}
