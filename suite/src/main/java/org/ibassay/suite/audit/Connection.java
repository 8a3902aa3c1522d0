package org.ibassay.suite.audit;

import org.jspecify.annotations.Nullable;

/// The two sides of a reliable connection, or one of them where the other was not found.
public final class Connection {
  private final Tally one;
  private @Nullable Tally other;
  private boolean isGone;

  Connection(Tally one) {
    this.one = one;
  }

  /// Takes the other side, which was one of its own so far.
  void join(Tally partner, Connection before) {
    other = partner;
    before.isGone = true;
  }

  /// Whether it became a side of another one.
  boolean isGone() {
    return isGone;
  }

  /// The side that was seen first.
  public Tally one() {
    return one;
  }

  /// The other; null when no packets could be told to be its.
  public @Nullable Tally other() {
    return other;
  }
}
