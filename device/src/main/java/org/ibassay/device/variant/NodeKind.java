package org.ibassay.device.variant;

import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Kinds of simulated device, numbered as NodeInfo:NodeType (14.2.5.3).
public enum NodeKind {
  CA(1),
  SWITCH(2),
  ROUTER(3),
  /// A channel adapter that runs the subnet manager and subnet administration.
  SM(1);

  /// All kinds of node. A subnet manager's node is a channel adapter.
  public static final Set<NodeKind> ALL = Set.of(CA, SWITCH, ROUTER);

  /// The kinds each of whose ports has its own LID.
  public static final Set<NodeKind> WITH_END_PORTS = Set.of(CA, ROUTER);

  private final int nodeType;

  NodeKind(int nodeType) {
    this.nodeType = nodeType;
  }

  /// NodeInfo:NodeType.
  public int nodeType() {
    return nodeType;
  }

  /// Returns the kind of node, without the software that runs on it.
  public NodeKind node() {
    return this == SM ? CA : this;
  }

  /// Its name in a URI: `ca`, `switch`, `router`, `sm`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the kind with a name.
  public static Optional<NodeKind> of(String word) {
    return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }
}
