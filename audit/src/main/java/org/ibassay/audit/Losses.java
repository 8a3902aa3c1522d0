package org.ibassay.audit;

import org.jspecify.annotations.Nullable;

/// Evidence in a capture for its completeness: missing requests after which the peer continued, and
/// duplicate or late packets, compared with the number of requests whose responses show that they
/// are unaffected.
final class Losses {
  /// Number of requests that must be seen with their responses before a capture counts as complete.
  private static final int ENOUGH = 20;

  /// One in this number may be unusual, for example retransmitted after its response was seen,
  /// because that was lost.
  private static final int RARE = 20;

  /// This number of times is not accidental.
  private static final int OFTEN = 3;

  private long missing;
  private long witnessed;
  private long copies;
  private long twins;
  private long outOfStep;
  private long outOfOrder;
  private long causes;
  private long withoutCause;

  void found(int lost) {
    missing += lost;
  }

  void witnessed() {
    witnessed++;
  }

  void copied() {
    copies++;
  }

  /// Counts a packet that was seen just before.
  void twin() {
    twins++;
  }

  void outOfStep() {
    outOfStep++;
  }

  void outOfOrder() {
    outOfOrder++;
  }

  /// Counts a communication management message whose cause was seen.
  void cause() {
    causes++;
  }

  /// Counts a communication management message whose cause was not seen.
  void noCause() {
    withoutCause++;
  }

  /// Why checks of several messages cannot be judged; null if they can.
  @Nullable Doubt ofDialogs() {
    return withoutCause * RARE > causes + withoutCause ? Doubt.NO_CAUSE : null;
  }

  long missing() {
    return missing;
  }

  /// Whether anything indicates that packets are missing, late or duplicated.
  boolean any() {
    return missing + copies + outOfStep + outOfOrder > 0;
  }

  /// Why checks of several packets cannot be judged; null if they can.
  @Nullable Doubt doubt() {
    if (missing > 0) {
      return Doubt.LOST;
    }
    if (outOfStep >= OFTEN && outOfStep * RARE >= witnessed) {
      return Doubt.OUT_OF_STEP;
    }
    if (outOfOrder > 0) {
      return Doubt.OUT_OF_ORDER;
    }
    boolean isTwice = 2 * twins > witnessed;
    if (isTwice || (copies >= OFTEN && copies * RARE >= witnessed)) {
      return Doubt.TWICE;
    }
    return witnessed < ENOUGH ? Doubt.FEW : null;
  }
}
