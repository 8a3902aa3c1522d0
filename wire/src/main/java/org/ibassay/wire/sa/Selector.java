package org.ibassay.wire.sa;

/// How a request means an MTU, a rate or a packet lifetime: the selectors of PathRecord,
/// MultiPathRecord and MCMemberRecord.
public final class Selector {
  public static final int GREATER_THAN = 0;
  public static final int LESS_THAN = 1;
  public static final int EXACTLY = 2;

  /// The largest MTU or rate, the smallest packet lifetime; the value beside it is ignored.
  public static final int BEST = 3;

  private Selector() {}
}
