package org.ibassay.device.seam;

import org.jspecify.annotations.Nullable;

/// A seam whose conforming part is known when it is created; usually a function that decides
/// something.
///
/// @param <P> type of the part
public final class Decision<P> extends Seam<P> {
  private final P conforming;
  private @Nullable P part;

  /// @param conforming decides as the specification requires
  public Decision(P conforming) {
    this.conforming = conforming;
  }

  /// Returns the part with its deviations, which is fixed from the first call on.
  public P part() {
    P decided = part;
    if (decided == null) {
      decided = over(conforming);
      part = decided;
    }
    return decided;
  }
}
