package org.ibassay.suite.audit;

import org.jspecify.annotations.Nullable;

/// The two sides of a reliable connection, or one of them where the other was not found.
public final class Connection {
  private final Tally one;
  private @Nullable Tally other;

  Connection(Tally one) {
    this.one = one;
  }

  void join(Tally partner) {
    other = partner;
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
