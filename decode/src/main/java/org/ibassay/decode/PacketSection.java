package org.ibassay.decode;

import java.util.List;

/// A header or attribute of a packet, or the results of checks.
///
/// @param name name in the specification
/// @param number index among several, from 0; negative if there is only one
/// @param at offset in the displayed bytes
/// @param rows its fields in display order
public record PacketSection(String name, int number, int at, List<PacketRow> rows) {

  /// The name, with the index if there are several.
  public String title() {
    return number < 0 ? name : name + "[" + number + "]";
  }
}
