package org.ibassay.wire;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/// The declarative table of one header or attribute: its fields in wire order.
///
/// Decoding, encoding, printing, comparing, read-only masks and the checks of simulated devices
/// all come from this one table.
///
/// @param name as the specification spells it, e.g. `PortInfo`
/// @param section where it is specified, e.g. `14.2.5.6`
/// @param bytes its length, in bytes
/// @param fields in wire order, without overlap; what lies between them is reserved
public record Layout(String name, String section, int bytes, List<Field> fields) {

  /// Checks that fields follow each other and fit.
  public Layout {
    fields = List.copyOf(fields);
    for (Field field : fields) {
      int end = field.bitOffset() + (field.count() - 1) * field.stride() + field.width();
      if (end > bytes * 8) {
        throw new IllegalArgumentException(name + "." + field.name() + " lies past the end");
      }
    }
  }

  /// The field of that name, spelled as the specification does.
  public Optional<Field> field(String fieldName) {
    return fields.stream().filter(f -> f.name().equals(fieldName)).findFirst();
  }

  /// Starts a table.
  /// @param name as the specification spells it
  /// @param section where it is specified
  /// @param bytes its length, in bytes
  public static Table table(String name, String section, int bytes) {
    return new Table(name, section, bytes);
  }

  /// Declares the fields of a layout, each as one line.
  public static final class Table {
    private final String name;
    private final String section;
    private final int bytes;
    private final List<Field> fields = new ArrayList<>();

    private Table(String name, String section, int bytes) {
      this.name = name;
      this.section = section;
      this.bytes = bytes;
    }

    /// A read-only field.
    public Field ro(String field, int bitOffset, int width, Form form) {
      return add(field, bitOffset, width, 1, width, Access.RO, form, Legal.ANY);
    }

    /// A read-write field.
    public Field rw(String field, int bitOffset, int width, Form form, Legal legal) {
      return add(field, bitOffset, width, 1, width, Access.RW, form, legal);
    }

    /// A read-write field of which every value is legal.
    public Field rw(String field, int bitOffset, int width, Form form) {
      return rw(field, bitOffset, width, form, Legal.ANY);
    }

    /// A field with several elements.
    public Field repeated(
        String field, int bitOffset, int width, int count, int stride, Access access, Form form) {
      return add(field, bitOffset, width, count, stride, access, form, Legal.ANY);
    }

    /// The table as declared so far; called once, behind the last field.
    public Layout build() {
      return new Layout(name, section, bytes, fields);
    }

    private Field add(
        String field,
        int bitOffset,
        int width,
        int count,
        int stride,
        Access access,
        Form form,
        Legal legal) {
      Field added = new Field(field, bitOffset, width, count, stride, access, form, legal);
      fields.add(added);
      return added;
    }
  }
}
