package org.ibassay.qualify;

import java.util.List;
import org.ibassay.device.Deviation;

/// The simulated DUTs on which tests run.
///
/// @param deviating DUTs with one deviation
/// @param conforming DUTs without a deviation
/// @param seed selects the pairs
/// @param pairs DUTs with two deviations
record DutSet(
    List<Mutants.Candidate> deviating,
    List<Variants.Variant> conforming,
    long seed,
    List<Pair> pairs) {

  /// Returns all DUTs.
  ///
  /// @param pairs number of pairs
  static DutSet all(long seed, int pairs) {
    return all(Deviation.all(), seed, pairs);
  }

  /// Returns all DUTs.
  ///
  /// @param deviations all existing deviations
  /// @param pairs number of pairs
  static DutSet all(List<Deviation> deviations, long seed, int pairs) {
    return new DutSet(
        Mutants.of(deviations), Variants.all(), seed, Pair.some(deviations, seed, pairs));
  }

  /// Returns only the DUTs with one of the deviations.
  static DutSet deviating(List<Deviation> deviations) {
    return new DutSet(Mutants.of(deviations), List.of(), 0, List.of());
  }

  int size() {
    return deviating.size() + conforming.size() + pairs.size();
  }
}
