package org.ibassay.device.sma;

import static org.ibassay.device.variant.SimParameter.SM_GUID;

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
  private static final long BESIDE = 0x10_0000_0000L;
  private static final long UPPER = 0x8_0000_0000L;

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

  /// Returns the GUIDs of a subnet manager's node, compared with those of the testers, which have
  /// the indexes from 1 on.
  ///
  /// @param order of [SimParameter#SM_GUID]
  public static Guids ofManager(long seed, int order) {
    return switch (SM_GUID.words().get(order)) {
      case "higher" -> of(NodeKind.SM, seed, 0xFF);
      case "upper" -> new Guids(of(NodeKind.SM, seed, 0).node() | UPPER, NodeKind.SM);
      case "bit-63" -> new Guids(of(NodeKind.SM, seed, 1).node() | Long.MIN_VALUE, NodeKind.SM);
      default -> of(NodeKind.SM, seed, 0);
    };
  }

  /// Returns the GUIDs of a switch between two nodes of a fabric.
  ///
  /// @param index index of the switch
  public static Guids ofSwitch(long seed, int index) {
    return new Guids(of(NodeKind.SWITCH, seed, index).node() | BETWEEN, NodeKind.SWITCH);
  }

  /// Returns the GUIDs of an adapter that is neither DUT nor tester.
  ///
  /// @param index index of the adapter
  public static Guids ofHost(long seed, int index) {
    return new Guids(of(NodeKind.CA, seed, index).node() | BESIDE, NodeKind.CA);
  }

  /// NodeInfo:PortGUID.
  public long port(int number) {
    return kind == NodeKind.SWITCH ? node : given.getOrDefault(number, node + number);
  }
}
