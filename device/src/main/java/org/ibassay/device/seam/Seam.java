package org.ibassay.device.seam;

import java.util.function.UnaryOperator;

/// One place where a device can be made to depart from the specification.
///
/// A deviation takes the part that stands there and hands back what stands in its place. Several at
/// one seam are laid one over the other, in the order in which they come.
///
/// @param <P> the part
public class Seam<P> {
  private UnaryOperator<P> deviations = UnaryOperator.identity();

  /// A seam without a deviation.
  public Seam() {}

  /// Lays a deviation over the part.
  public final void depart(UnaryOperator<P> deviation) {
    UnaryOperator<P> before = deviations;
    deviations = part -> deviation.apply(before.apply(part));
  }

  /// The part with all deviations laid over it; without one, the conforming part itself.
  public final P over(P conforming) {
    return deviations.apply(conforming);
  }
}
