package org.ibassay.qualify;

import java.util.List;
import org.ibassay.device.Deviation;

/// The simulated DUTs on which tests are tried.
///
/// @param deviating with one deviation
/// @param conforming without any
/// @param seed picks the pairs
/// @param pairs with two deviations
record DutSet(
    List<Mutants.Candidate> deviating,
    List<Variants.Variant> conforming,
    long seed,
    List<Pair> pairs) {

  /// All of them.
  ///
  /// @param pairs how many
  static DutSet all(long seed, int pairs) {
    return all(Deviation.all(), seed, pairs);
  }

  /// All of them.
  ///
  /// @param deviations all that there are
  /// @param pairs how many
  static DutSet all(List<Deviation> deviations, long seed, int pairs) {
    return new DutSet(
        Mutants.of(deviations), Variants.all(), seed, Pair.some(deviations, seed, pairs));
  }

  /// Those with one of the deviations, and no others.
  static DutSet deviating(List<Deviation> deviations) {
    return new DutSet(Mutants.of(deviations), List.of(), 0, List.of());
  }

  int size() {
    return deviating.size() + conforming.size() + pairs.size();
  }
}
