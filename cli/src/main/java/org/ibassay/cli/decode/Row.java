package org.ibassay.cli.decode;

import java.lang.foreign.MemorySegment;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;

/// A field as it is written, with what is written of it always made once.
final class Row {
  final Field field;
  final String name;
  final List<Row> parts;
  final byte[] label;
  final byte[] key;
  final boolean isRowOfBytes;
  final int mostCharacters;

  private Row(Field field, List<Row> parts) {
    this.field = field;
    this.name = field.name();
    this.parts = parts;
    this.label = Out.ascii(name + ": ");
    this.key = Out.ascii("\"" + name + "\":");
    this.isRowOfBytes = Values.isRow(field);
    this.mostCharacters = Values.mostCharacters(field);
  }

  static Row of(Layout layout, Field field) {
    List<Row> parts =
        field.count() > 1
            ? List.of()
            : layout.partsOf(field).stream().map(part -> new Row(part, List.of())).toList();
    return new Row(field, parts);
  }

  boolean isFlag() {
    return field.form() == Form.FLAG;
  }

  /// How many elements lie wholly before `end`.
  int present(long base, long end) {
    long bits = (end - base) * 8 - field.bitOffset() - field.width();
    return bits < 0 ? 0 : (int) Math.min(field.count(), bits / field.stride() + 1);
  }

  long value(MemorySegment in, long base) {
    return field.get(in, base);
  }
}
