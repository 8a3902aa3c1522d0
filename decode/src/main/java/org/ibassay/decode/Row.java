package org.ibassay.decode;

import java.lang.foreign.MemorySegment;
import java.util.List;
import java.util.StringJoiner;
import org.ibassay.wire.Field;
import org.ibassay.wire.FieldText;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;

/// A displayed field, with the fields that name parts of it.
record Row(Field field, List<Row> parts) {
  static Row of(Layout layout, Field field) {
    List<Row> parts =
        field.count() > 1
            ? List.of()
            : layout.partsOf(field).stream().map(part -> new Row(part, List.of())).toList();
    return new Row(field, parts);
  }

  String name() {
    return field.name();
  }

  boolean isFlag() {
    return field.form() == Form.FLAG;
  }

  /// Whether all elements are written as one row of bytes.
  boolean isRowOfBytes() {
    return field.form() == Form.BYTES && field.stride() == 8;
  }

  /// The number of elements that are completely within that many bytes of the header.
  int present(int there) {
    int bits = there * 8 - field.bitOffset() - field.width();
    return bits < 0 ? 0 : Math.min(field.count(), bits / field.stride() + 1);
  }

  /// The field with its values in a packet.
  ///
  /// @param count number of elements
  PacketRow of(MemorySegment in, int base, int count) {
    return new PacketRow(
        name(),
        FieldText.values(field, in, base, count),
        count > 1 ? "" : meaning(in, base),
        parts.stream().map(Row::name).toList(),
        field.bitOffset(),
        (count - 1) * field.stride() + field.width());
  }

  /// The name of the value, or the names of flags that are set, and the values of other parts.
  private String meaning(MemorySegment in, int base) {
    if (!field.names().isEmpty() && !field.isWide()) {
      return field.names().of(field.get(in, base));
    }
    StringJoiner meaning = new StringJoiner(", ");
    for (Row part : parts) {
      String value = FieldText.values(part.field, in, base, 1).getFirst();
      if (!part.isFlag()) {
        meaning.add(part.name() + " " + value);
      } else if (part.field.get(in, base) != 0) {
        meaning.add(part.name());
      }
    }
    return meaning.toString();
  }

  /// The maximum number of characters of an element; for a text its length in bytes.
  int mostCharacters() {
    int digits = (field.width() + 3) / 4;
    return switch (field.form()) {
      case DECIMAL -> Digits.count(field.max());
      case FLAG -> 1;
      case HEX -> field.isWide() ? digits : digits + 2;
      case MAC -> 17;
      case IPV4 -> 15;
      case GID -> 39;
      case TEXT, BYTES -> digits + 2;
    };
  }
}
