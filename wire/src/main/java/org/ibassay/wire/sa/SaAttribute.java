package org.ibassay.wire.sa;

import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;

/// A subnet administration attribute: its number, its table, and which bit of the ComponentMask
/// stands for which of its fields.
///
/// @param id as in the MAD header's AttributeID
/// @param layout of one record; starts at [SaHeader#DATA] in a request
/// @param components by bit; bits that are missing stand for reserved components, or for fields
///   whose number no public source tells
public record SaAttribute(int id, Layout layout, List<Component> components) {

  /// A component: one bit of the ComponentMask.
  ///
  /// @param bit counted from the least significant, 0 to 63
  /// @param field of the record
  /// @param index which element of it; 0 for a plain field
  public record Component(int bit, Field field, int index) {
    /// The bit as a mask.
    public long mask() {
      return 1L << bit;
    }

    /// The field's name, with the element's number where it has several.
    public String name() {
      return field.count() == 1 ? field.name() : field.name() + "[" + index + "]";
    }
  }

  /// Keeps a copy.
  public SaAttribute {
    components = List.copyOf(components);
  }

  /// As the specification spells it.
  public String name() {
    return layout.name();
  }

  /// Distance from one record to the next in a table's answer, in units of 8 bytes: records are
  /// padded to such units.
  public int attributeOffset() {
    return (layout.bytes() + 7) / 8;
  }

  /// The bits that stand for a field: for all of its elements together, or for its parts where only
  /// they are components.
  ///
  /// @throws IllegalArgumentException when it has none
  public long mask(Field field) {
    List<Component> own = components.stream().filter(c -> c.field.equals(field)).toList();
    List<Field> parts = layout.partsOf(field);
    return mask(
        field,
        own.isEmpty() ? components.stream().filter(c -> parts.contains(c.field)).toList() : own);
  }

  /// The bit that stands for one element of a field.
  ///
  /// @throws IllegalArgumentException when it has none
  public long mask(Field field, int index) {
    return mask(
        field, components.stream().filter(c -> c.field.equals(field) && c.index == index).toList());
  }

  /// Returns the components of a mask.
  public List<Component> in(long mask) {
    return components.stream().filter(c -> (mask & c.mask()) != 0).toList();
  }

  private long mask(Field field, List<Component> found) {
    if (found.isEmpty()) {
      throw new IllegalArgumentException(
          name() + "." + field.name() + " has no number as a component");
    }
    return found.stream().mapToLong(Component::mask).reduce(0, (a, b) -> a | b);
  }
}
