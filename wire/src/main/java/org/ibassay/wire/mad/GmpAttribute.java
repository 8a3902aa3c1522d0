package org.ibassay.wire.mad;

import org.ibassay.wire.Layout;

/// An attribute of a class of general management: its number and its table.
///
/// @param id as in the MAD header's AttributeID
/// @param layout of the attribute's data; starts at
///   [org.ibassay.wire.management.ManagementClass#data]. Without fields where no public source
///   tells more than the attribute's name
public record GmpAttribute(int id, Layout layout) {
  /// An attribute of which nothing but the name is known, or that has no data.
  public static GmpAttribute named(int id, String name) {
    return new GmpAttribute(id, Layout.table(name, "", 0).build());
  }

  /// As the specification spells it.
  public String name() {
    return layout.name();
  }
}
