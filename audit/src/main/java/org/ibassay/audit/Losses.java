package org.ibassay.audit;

import org.jspecify.annotations.Nullable;

/// Evidence in a capture of its own completeness: requests that are missing although their peer
/// went on after them, packets that are there twice or late, against those whose response shows
/// that they are as they were.
final class Losses {
  /// How many requests must be seen with their responses before a capture counts as whole.
  private static final int ENOUGH = 20;

  /// One in so many may be odd: be sent again though its response was seen, as that got lost.
  private static final int RARE = 20;

  /// So often it is no accident.
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

  /// Takes a packet that was there just before.
  void twin() {
    twins++;
  }

  void outOfStep() {
    outOfStep++;
  }

  void outOfOrder() {
    outOfOrder++;
  }

  /// Takes a message of communication management whose cause was seen.
  void cause() {
    causes++;
  }

  /// Takes one whose cause was not.
  void noCause() {
    withoutCause++;
  }

  /// Why what takes several messages to see cannot be judged; null when it can.
  @Nullable Doubt ofDialogs() {
    return withoutCause * RARE > causes + withoutCause ? Doubt.NO_CAUSE : null;
  }

  long missing() {
    return missing;
  }

  /// Whether there is any sign that packets are missing, late or there twice.
  boolean any() {
    return missing + copies + outOfStep + outOfOrder > 0;
  }

  /// Why what takes several packets to see cannot be judged; null when it can.
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
