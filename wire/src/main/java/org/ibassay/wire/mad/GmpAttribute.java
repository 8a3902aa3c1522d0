package org.ibassay.wire.mad;

import org.ibassay.wire.Layout;

/// An attribute of a class of general management: its number and its table.
///
/// @param id as in the MAD header's AttributeID
/// @param layout of the attribute's data; starts at [ManagementClass#data]
public record GmpAttribute(int id, Layout layout) {
  /// As the specification spells it.
  public String name() {
    return layout.name();
  }
}
