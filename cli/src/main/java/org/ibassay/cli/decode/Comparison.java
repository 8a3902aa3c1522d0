package org.ibassay.cli.decode;

/// How a field is compared, as unsigned numbers; a longer sign before one that it begins with.
enum Comparison {
  EQUAL("=="),
  UNEQUAL("!="),
  AT_MOST("<="),
  AT_LEAST(">="),
  LESS("<"),
  MORE(">");

  final String sign;

  Comparison(String sign) {
    this.sign = sign;
  }

  boolean holds(long value, long other) {
    int order = Long.compareUnsigned(value, other);
    return switch (this) {
      case EQUAL -> order == 0;
      case UNEQUAL -> order != 0;
      case AT_MOST -> order <= 0;
      case AT_LEAST -> order >= 0;
      case LESS -> order < 0;
      case MORE -> order > 0;
    };
  }
}
