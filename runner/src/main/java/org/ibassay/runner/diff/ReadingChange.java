package org.ibassay.runner.diff;

import java.util.List;

/// A device that goes another way than before where the specification can be read in several.
///
/// @param dut URI in the newer file
/// @param reading its id
/// @param before the ways in the older file; several where it went now this way, now that
/// @param after the ways in the newer file
public record ReadingChange(String dut, String reading, List<String> before, List<String> after) {
  /// Keeps copies.
  public ReadingChange {
    before = List.copyOf(before);
    after = List.copyOf(after);
  }
}
