package org.ibassay.link.topology;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/// The type of a node, with the numbers of NodeInfo:NodeType (14.2.5.3).
public enum NodeType {
  CA(1),
  SWITCH(2),
  ROUTER(3);

  private final int code;

  NodeType(int code) {
    this.code = code;
  }

  /// NodeInfo:NodeType.
  public int code() {
    return code;
  }

  /// The word in messages and options: `ca`, `switch`, `router`.
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /// Returns the type with a NodeInfo:NodeType.
  public static Optional<NodeType> of(long code) {
    return Stream.of(values()).filter(type -> type.code == code).findFirst();
  }
}
