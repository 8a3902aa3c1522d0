package org.ibassay.suite;

/// Kinds of device, with the values of NodeInfo:NodeType.
public enum DutKind {
  CA(1),
  SWITCH(2),
  ROUTER(3);

  private final int nodeType;

  DutKind(int nodeType) {
    this.nodeType = nodeType;
  }

  /// NodeInfo:NodeType.
  public int nodeType() {
    return nodeType;
  }
}
