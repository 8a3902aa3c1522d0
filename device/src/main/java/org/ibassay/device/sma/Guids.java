package org.ibassay.device.sma;

import java.util.Map;
import org.ibassay.device.variant.NodeKind;

/// GUIDs of a node: locally administered and consecutive, unless specified.
///
/// @param node NodeInfo:NodeGUID
/// @param kind all ports of a switch have the node's GUID
/// @param given PortGUIDs that are not consecutive, by port
public record Guids(long node, NodeKind kind, Map<Integer, Long> given) {
  private static final long BASE = 0x0200_1BA5_0000_0000L;
  private static final long BETWEEN = 0x2_0000_0000L;

  /// Copies the map.
  public Guids {
    given = Map.copyOf(given);
  }

  /// Returns consecutive GUIDs.
  public Guids(long node, NodeKind kind) {
    this(node, kind, Map.of());
  }

  /// Returns the GUIDs of a node.
  ///
  /// @param index index of the node in a fabric
  public static Guids of(NodeKind kind, long seed, int index) {
    return new Guids(BASE | ((seed & 0xFFFF) << 16) | ((long) index << 8), kind);
  }

  /// Returns the GUIDs of a switch between two nodes of a fabric.
  ///
  /// @param index index of the switch
  public static Guids ofSwitch(long seed, int index) {
    return new Guids(of(NodeKind.SWITCH, seed, index).node() | BETWEEN, NodeKind.SWITCH);
  }

  /// NodeInfo:PortGUID.
  public long port(int number) {
    return kind == NodeKind.SWITCH ? node : given.getOrDefault(number, node + number);
  }
}
