package org.ibassay.suite.audit;

/// What a capture itself says about how whole it is: requests that are missing though their peer
/// went on behind them, against those whose response shows that they are there.
final class Losses {
  /// How many requests must be seen with their responses before a capture counts as whole.
  private static final int ENOUGH = 20;

  private long missing;
  private long witnessed;

  void found(int lost) {
    missing += lost;
  }

  void witnessed() {
    witnessed++;
  }

  long missing() {
    return missing;
  }

  boolean isWhole() {
    return missing == 0 && witnessed >= ENOUGH;
  }
}
