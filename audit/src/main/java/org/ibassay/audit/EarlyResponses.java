package org.ibassay.audit;

import org.jspecify.annotations.Nullable;

/// Responses without a request so far. If the request follows, the two directions of the capture
/// are out of step.
final class EarlyResponses {
  private static final int PLACES = 256;

  /// How far the two directions of a capture may be out of step.
  static final long OUT_OF_STEP_NANOS = 50_000;

  /// Greater differences between clocks are not considered.
  private static final long MOST_NANOS = 1_000_000_000;

  private final Losses losses;
  private final int[] psns = new int[PLACES];
  private final long[] nanos = new long[PLACES];
  private final @Nullable Hosts[] askers = new @Nullable Hosts[PLACES];

  EarlyResponses(Losses losses) {
    this.losses = losses;
  }

  /// Records such a response.
  void response(Flow flow, AuditedPacket seen) {
    int place = seen.psn & (PLACES - 1);
    psns[place] = seen.psn;
    nanos[place] = seen.nanos;
    askers[place] = flow.opposite;
  }

  /// Handles a new request.
  @SuppressWarnings("ReferenceEquality") // the very ones
  void request(Flow flow, AuditedPacket seen) {
    int place = seen.psn & (PLACES - 1);
    long later = seen.nanos - nanos[place];
    if (psns[place] == seen.psn
        && flow.alike == askers[place]
        && later > OUT_OF_STEP_NANOS
        && later < MOST_NANOS) {
      losses.outOfStep();
      askers[place] = null;
    }
  }
}
