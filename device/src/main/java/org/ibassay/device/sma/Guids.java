package org.ibassay.device.sma;

import org.ibassay.device.variant.NodeKind;

/// GUIDs of a node: locally administered, one after the other.
///
/// @param node NodeInfo:NodeGUID
/// @param kind of a switch all ports have the node's GUID
public record Guids(long node, NodeKind kind) {
  private static final long BASE = 0x0200_1BA5_0000_0000L;
  private static final long BETWEEN = 0x2_0000_0000L;

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
    return kind == NodeKind.SWITCH ? node : node + number;
  }
}
