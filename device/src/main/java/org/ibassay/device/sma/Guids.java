package org.ibassay.device.sma;

import java.util.Map;
import org.ibassay.device.variant.NodeKind;

/// GUIDs of a node: locally administered, one after the other, unless they are given.
///
/// @param node NodeInfo:NodeGUID
/// @param kind of a switch all ports have the node's GUID
/// @param given PortGUIDs that are not the next after the node's, by port
public record Guids(long node, NodeKind kind, Map<Integer, Long> given) {
  private static final long BASE = 0x0200_1BA5_0000_0000L;
  private static final long BETWEEN = 0x2_0000_0000L;

  /// Keeps a copy.
  public Guids {
    given = Map.copyOf(given);
  }

  /// GUIDs one after the other.
  public Guids(long node, NodeKind kind) {
    this(node, kind, Map.of());
  }

  /// GUIDs of a node.
  ///
  /// @param index which node of a fabric; its ports come after it
  public static Guids of(NodeKind kind, long seed, int index) {
    return new Guids(BASE | ((seed & 0xFFFF) << 16) | ((long) index << 8), kind);
  }

  /// GUIDs of a switch between two nodes of a fabric.
  ///
  /// @param index which one
  public static Guids ofSwitch(long seed, int index) {
    return new Guids(of(NodeKind.SWITCH, seed, index).node() | BETWEEN, NodeKind.SWITCH);
  }

  /// NodeInfo:PortGUID.
  public long port(int number) {
    return kind == NodeKind.SWITCH ? node : given.getOrDefault(number, node + number);
  }
}
