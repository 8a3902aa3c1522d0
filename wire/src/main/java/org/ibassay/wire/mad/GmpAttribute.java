package org.ibassay.wire.mad;

import org.ibassay.wire.Layout;

/// An attribute of a general management class: its ID and its table.
///
/// @param id as in the MAD header's AttributeID
/// @param layout of the attribute's data; starts at
///   [org.ibassay.wire.management.ManagementClass#data]. Without fields if only the attribute's
///   name is public
public record GmpAttribute(int id, Layout layout) {
  /// Returns an attribute that has no data, or of which only the name is public.
  public static GmpAttribute named(int id, String name) {
    return new GmpAttribute(id, Layout.table(name, "", 0).build());
  }

  /// Returns the name, as the specification spells it.
  public String name() {
    return layout.name();
  }
}
