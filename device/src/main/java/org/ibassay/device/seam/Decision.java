package org.ibassay.device.seam;

import org.jspecify.annotations.Nullable;

/// A seam whose conforming part is known beforehand; usually a function that decides something.
///
/// @param <P> the part
public final class Decision<P> extends Seam<P> {
  private final P conforming;
  private @Nullable P part;

  /// @param conforming what decides as the specification says
  public Decision(P conforming) {
    this.conforming = conforming;
  }

  /// The part that decides, with its deviations. From the first call on it stays the same.
  public P part() {
    P decided = part;
    if (decided == null) {
      decided = over(conforming);
      part = decided;
    }
    return decided;
  }
}
