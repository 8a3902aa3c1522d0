package org.ibassay.runner.diff;

import java.util.List;

/// A change of the way of a reading that a device follows.
///
/// @param dut URI in the newer file
/// @param reading id of the reading
/// @param before ways in the older file; several if the behavior varied
/// @param after ways in the newer file
public record ReadingChange(String dut, String reading, List<String> before, List<String> after) {
  /// Copies the lists.
  public ReadingChange {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }
}
