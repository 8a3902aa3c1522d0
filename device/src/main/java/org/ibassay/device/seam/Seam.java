package org.ibassay.device.seam;

import java.util.function.UnaryOperator;

/// A place where a device can deviate from the specification.
///
/// A deviation takes the current part and returns its replacement. Several deviations at one seam
/// are applied in the order given.
///
/// @param <P> type of the part
public class Seam<P> {
  private UnaryOperator<P> deviations = UnaryOperator.identity();

  /// A seam without a deviation.
  public Seam() {}

  /// Adds a deviation.
  public final void deviate(UnaryOperator<P> deviation) {
    UnaryOperator<P> before = deviations;
    deviations = part -> deviation.apply(before.apply(part));
  }

  /// Applies all deviations to the conforming part; without any, returns it unchanged.
  public final P over(P conforming) {
    return deviations.apply(conforming);
  }
}
