package org.ibassay.wire.attribute;

import java.util.List;
import java.util.Optional;
import org.ibassay.wire.Layout;

/// A subnet management attribute: its number and its table.
///
/// @param id as in the MAD header's AttributeID
/// @param layout of the attribute's data; starts at [org.ibassay.wire.mad.Smp#DATA]
public record Attribute(int id, Layout layout) {
  public static final Attribute NODE_INFO = new Attribute(0x0011, NodeInfo.LAYOUT);

  private static final List<Attribute> ALL = List.of(NODE_INFO);

  /// Every attribute with a table.
  public static List<Attribute> all() {
    return ALL;
  }

  /// The attribute of that number, if it has a table.
  public static Optional<Attribute> of(int id) {
    return ALL.stream().filter(a -> a.id == id).findFirst();
  }

  /// The attribute's name; of an unknown one its number.
  public static String name(int id) {
    return of(id).map(Attribute::name).orElseGet(() -> "attribute 0x%04X".formatted(id));
  }

  /// As the specification spells it.
  public String name() {
    return layout.name();
  }
}
