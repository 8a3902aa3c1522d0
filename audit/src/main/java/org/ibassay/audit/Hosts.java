package org.ibassay.audit;

import org.jspecify.annotations.Nullable;

/// The flows from one address to another, in the order in which they began, or may have restarted.
final class Hosts {
  private static final int FEW = 16;

  /// Provides the addresses for names.
  final FlowName name;

  /// The unreliable connection whose packet was seen last.
  @Nullable UcFlow unreliable;

  private @Nullable Flow newest;
  private final int[] firstPsns = new int[FEW];
  private int known;

  Hosts(FlowName name) {
    this.name = name;
  }

  /// The flow that began last.
  @Nullable Flow newest() {
    return newest;
  }

  /// Moves a flow to the end of the order.
  @SuppressWarnings("ReferenceEquality") // the very one
  void begins(Flow flow) {
    Flow last = newest;
    if (last == flow) {
      return;
    }
    Flow newer = flow.newer;
    Flow older = flow.older;
    if (newer != null) {
      newer.older = older;
    }
    if (older != null) {
      older.newer = newer;
    }
    flow.newer = null;
    flow.older = last;
    if (last != null) {
      last.newer = flow;
    }
    newest = flow;
  }

  /// Records the first PSN of a connection.
  ///
  /// @return whether another connection also began with it
  boolean began(int psn) {
    for (int i = 0; i < Math.min(known, FEW); i++) {
      if (firstPsns[i] == psn) {
        return true;
      }
    }
    firstPsns[known++ & (FEW - 1)] = psn;
    return false;
  }
}
