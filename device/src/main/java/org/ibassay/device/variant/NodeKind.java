package org.ibassay.device.variant;

import java.util.EnumSet;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// Kinds of node, numbered as NodeInfo:NodeType numbers them (14.2.5.3).
public enum NodeKind {
  CA(1),
  SWITCH(2),
  ROUTER(3);

  /// Every kind.
  public static final Set<NodeKind> ALL = Set.copyOf(EnumSet.allOf(NodeKind.class));

  /// The kinds whose ports all have a LID of their own.
  public static final Set<NodeKind> WITH_END_PORTS = Set.of(CA, ROUTER);

  private final int nodeType;

  NodeKind(int nodeType) {
    this.nodeType = nodeType;
  }

  /// NodeInfo:NodeType.
  public int nodeType() {
    return nodeType;
  }

  /// As it stands in a URI: `ca`, `switch`, `router`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// The kind that a URI names.
  public static Optional<NodeKind> of(String word) {
    return Stream.of(values()).filter(kind -> kind.word().equals(word)).findFirst();
  }
}
