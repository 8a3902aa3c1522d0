package org.ibassay.wire;

import java.util.List;
import java.util.Map;
import java.util.StringJoiner;

/// The names of an enumerated field's values, or of the bits of a mask.
///
/// @param values names of whole values
/// @param bits names of bits, the least significant first; empty unless the field is a mask
public record ValueNames(Map<Long, String> values, List<String> bits) {
  /// Values have no names.
  public static final ValueNames NONE = new ValueNames(Map.of(), List.of());

  /// Copies map and list.
  public ValueNames {
    values = Map.copyOf(values);
    bits = List.copyOf(bits);
  }

  /// Names of whole values.
  public static ValueNames of(Map<Long, String> values) {
    return new ValueNames(values, List.of());
  }

  /// Names of bits, the least significant first.
  public static ValueNames ofBits(String... bits) {
    return new ValueNames(Map.of(), List.of(bits));
  }

  /// Whether no value has a name.
  public boolean isEmpty() {
    return values.isEmpty() && bits.isEmpty();
  }

  /// Returns the name of a value; empty if it has none. The names of bits are joined by "or", as
  /// the specification does; a value of a mask with a bit that has no name has none.
  public String of(long value) {
    String name = values.get(value);
    if (name != null) {
      return name;
    }
    StringJoiner set = new StringJoiner(" or ");
    for (int bit = 0; bit < bits.size(); bit++) {
      if ((value >>> bit & 1) == 1) {
        set.add(bits.get(bit));
      }
    }
    return bits.isEmpty() || value >>> bits.size() != 0 ? "" : set.toString();
  }

  /// Returns the name in parentheses after a space; empty if the value has none.
  public String after(long value) {
    String name = of(value);
    return name.isEmpty() ? "" : " (" + name + ")";
  }
}
