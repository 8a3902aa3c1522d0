package org.ibassay.decode;

import java.util.List;

/// A header or attribute of a packet, or what was checked of it.
///
/// @param name as the specification spells it
/// @param number of one of several, from 0; negative where it stands alone
/// @param at where it starts in the bytes that are shown
/// @param rows its fields in the order in which they are shown
public record PacketSection(String name, int number, int at, List<PacketRow> rows) {

  /// The name, with the number of one of several.
  public String title() {
    return number < 0 ? name : name + "[" + number + "]";
  }
}
