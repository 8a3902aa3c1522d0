package org.ibassay.device.rc;

import java.util.function.UnaryOperator;

/// One decision of an adapter that can be made to depart from the specification.
///
/// @param <F> what decides
public final class Seam<F> {
  private F part;

  Seam(F conforming) {
    part = conforming;
  }

  /// Puts something in the place of what decided so far.
  public void depart(UnaryOperator<F> deviation) {
    part = deviation.apply(part);
  }

  F part() {
    return part;
  }
}
