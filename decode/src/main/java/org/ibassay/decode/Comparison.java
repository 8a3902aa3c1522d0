package org.ibassay.decode;

/// Comparison operators for unsigned numbers or texts. An operator precedes those that are its
/// prefixes.
enum Comparison {
  EQUAL("=="),
  UNEQUAL("!="),
  AT_MOST("<="),
  AT_LEAST(">="),
  LESS("<"),
  MORE(">"),
  /// For texts only: whether one contains the other.
  CONTAINS("~");

  final String sign;

  Comparison(String sign) {
    this.sign = sign;
  }

  boolean holds(long value, long other) {
    return holds(Long.compareUnsigned(value, other));
  }

  boolean holds(String value, String other) {
    return this == CONTAINS ? value.contains(other) : holds(value.compareTo(other));
  }

  private boolean holds(int order) {
    return switch (this) {
      case EQUAL -> order == 0;
      case UNEQUAL -> order != 0;
      case AT_MOST -> order <= 0;
      case AT_LEAST -> order >= 0;
      case LESS -> order < 0;
      case MORE -> order > 0;
      case CONTAINS -> throw new IllegalArgumentException("~ is for texts");
    };
  }
}
