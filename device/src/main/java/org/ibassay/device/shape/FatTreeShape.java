package org.ibassay.device.shape;

import org.ibassay.link.topology.FabricTopology;
import org.ibassay.link.topology.NodeType;
import org.ibassay.link.topology.TopologyBuilder;

/// A fat tree of equal switches without oversubscription (a folded Clos network). Hosts are
/// connected to level 1. All ports of a top-level switch lead down; of any other switch, the lower
/// half of the ports leads down and the upper half up.
///
/// Switches are named `switch-LEVEL-NUMBER` and hosts `host-NUMBER`, numbered from 1.
///
/// @param ports number of ports of each switch; even
/// @param levels number of levels of switches
/// @param pods number of subtrees under the top level; usually `ports`
public record FatTreeShape(int ports, int levels, int pods) {

  /// Number of hosts: with all pods 2 * (ports / 2) ^ levels.
  public long hosts() {
    return levels == 1 ? ports : pods * power(levels - 1);
  }

  /// Number of switches in all levels.
  public long switches() {
    long top = power(levels - 1);
    return levels == 1 ? 1 : top + (long) pods * (levels - 1) * power(levels - 2);
  }

  /// Half the number of a switch's ports, to the power of the exponent.
  private long power(int exponent) {
    long power = 1;
    for (int i = 0; i < exponent; i++) {
      power *= ports / 2;
    }
    return power;
  }

  /// Number of switches in a level.
  private int switches(int level) {
    return (int) (level == levels ? power(levels - 1) : pods * power(levels - 2));
  }

  /// Returns the topology, with the hosts first.
  public FabricTopology topology() {
    TopologyBuilder builder = new TopologyBuilder();
    for (int i = 0; i < hosts(); i++) {
      builder.node(NodeType.CA, host(i), host(i), 0, 1);
    }
    for (int level = 1; level <= levels; level++) {
      for (int i = 0; i < switches(level); i++) {
        builder.node(NodeType.SWITCH, name(level, i), name(level, i), 0, ports);
      }
    }
    int down = levels == 1 ? ports : ports / 2;
    for (int i = 0; i < hosts(); i++) {
      builder.cable(host(i), 1, name(1, i / down), i % down + 1);
    }
    for (int level = 2; level <= levels; level++) {
      connect(builder, level);
    }
    return builder.topology();
  }

  /// Cables each switch of a level to the subtrees under it. Each upper switch of a subtree has one
  /// cable to each of `ports / 2` switches of the level.
  private void connect(TopologyBuilder builder, int level) {
    int half = ports / 2;
    int tops = (int) power(level - 1); // of a subtree of this level
    int children = level == levels ? pods : half;
    for (int i = 0; i < switches(level); i++) {
      int subtree = i / tops;
      int top = i % tops;
      for (int child = 0; child < children; child++) {
        int below = (subtree * children + child) * (tops / half) + top / half;
        builder.cable(name(level, i), child + 1, name(level - 1, below), half + top % half + 1);
      }
    }
  }

  private static String host(int index) {
    return "host-" + (index + 1);
  }

  private static String name(int level, int index) {
    return "switch-%d-%d".formatted(level, index + 1);
  }
}
