package org.ibassay.wire;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/// The declarative table of one header or attribute: its fields in wire order.
///
/// Decoding, encoding, printing, comparison, read-only masks and the checks of simulated devices
/// are all derived from this table.
///
/// @param name as the specification spells it, e.g. `PortInfo`
/// @param section where it is specified, e.g. `14.2.5.6`
/// @param bytes its length, in bytes
/// @param fields fields in wire order, without overlap; bits between them are reserved
/// @param parts fields that lie within one of `fields` and name a part of it, such as one bit of a
///   mask. Since their bits belong to that field, encoding, comparison and masks ignore them.
public record Layout(
    String name, String section, int bytes, List<Field> fields, List<Field> parts) {

  /// Checks that all fields fit and that none overlap.
  public Layout {
    fields = List.copyOf(fields);
    parts = List.copyOf(parts);
    BitSet taken = new BitSet();
    for (Field field : fields) {
      for (int i = 0; i < field.count(); i++) {
        int from = field.bitOffset() + i * field.stride();
        int to = from + field.width();
        if (to > bytes * 8) {
          throw new IllegalArgumentException(name + "." + field.name() + " lies past the end");
        }
        int next = taken.nextSetBit(from);
        if (next >= 0 && next < to) {
          throw new IllegalArgumentException(name + "." + field.name() + " overlaps another field");
        }
        taken.set(from, to);
      }
    }
  }

  /// Returns the field or part of that name, spelled as in the specification.
  public Optional<Field> field(String fieldName) {
    return Stream.concat(fields.stream(), parts.stream())
        .filter(f -> f.name().equals(fieldName))
        .findFirst();
  }

  /// Returns the parts of one of this layout's fields, in wire order.
  public List<Field> partsOf(Field whole) {
    return parts.stream().filter(part -> whole.contains(part)).toList();
  }

  /// Returns a mask as long as the layout, with ones in the fields of that access; for
  /// [Access#RESERVED], in the bits that belong to no field.
  public byte[] mask(Access access) {
    byte[] mask = new byte[bytes];
    for (Field field : fields) {
      if (field.access() == access || access == Access.RESERVED) {
        for (int i = 0; i < field.count(); i++) {
          invert(mask, field.bitOffset() + i * field.stride(), field.width());
        }
      }
    }
    if (access == Access.RESERVED) {
      invert(mask, 0, bytes * 8);
    }
    return mask;
  }

  private static void invert(byte[] mask, int from, int width) {
    for (int bit = from; bit < from + width; bit++) {
      mask[bit >> 3] ^= (byte) (0x80 >> (bit & 7));
    }
  }

  /// Returns the fields in which two attributes differ, in wire order; a repeated field once.
  ///
  /// @param base where this layout starts in `one`, in bytes
  /// @param otherBase where this layout starts in `other`, in bytes
  public List<Field> differences(
      MemorySegment one, long base, MemorySegment other, long otherBase) {
    return fields.stream().filter(f -> f.differs(one, base, other, otherBase)).toList();
  }

  /// Starts a table.
  ///
  /// @param name as the specification spells it
  /// @param section where it is specified
  /// @param bytes its length, in bytes
  public static Table table(String name, String section, int bytes) {
    return new Table(name, section, bytes);
  }

  /// Declares the fields of a layout, one per line.
  public static final class Table {
    private final String name;
    private final String section;
    private final int bytes;
    private final List<Field> fields = new ArrayList<>();
    private final List<Field> parts = new ArrayList<>();

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

    /// A read-write field for which every value is legal.
    public Field rw(String field, int bitOffset, int width, Form form) {
      return rw(field, bitOffset, width, form, Legal.ANY);
    }

    /// A read-only field, an enumeration or mask.
    public Field ro(String field, int bitOffset, int width, ValueNames names) {
      return named(field, bitOffset, width, Access.RO, Legal.ANY, names);
    }

    /// A read-write field, an enumeration or mask.
    public Field rw(String field, int bitOffset, int width, ValueNames names, Legal legal) {
      return named(field, bitOffset, width, Access.RW, legal, names);
    }

    private Field named(
        String field, int bitOffset, int width, Access access, Legal legal, ValueNames names) {
      return keep(new Field(field, bitOffset, width, 1, width, access, Form.DECIMAL, legal, names));
    }

    /// A field with several elements.
    public Field repeated(
        String field, int bitOffset, int width, int count, int stride, Access access, Form form) {
      return add(field, bitOffset, width, count, stride, access, form, Legal.ANY);
    }

    /// A part of a field declared before, or of each element of a repeated one.
    ///
    /// @param bit offset of the part's first bit from the most significant bit of the whole
    public Field part(Field whole, String part, int bit, int width, Form form) {
      if (bit < 0 || bit + width > whole.width()) {
        throw new IllegalArgumentException(part + " is no part of " + whole.name());
      }
      Field added =
          new Field(
              part,
              whole.bitOffset() + bit,
              width,
              whole.count(),
              whole.count() == 1 ? width : whole.stride(),
              whole.access(),
              form,
              Legal.ANY);
      parts.add(added);
      return added;
    }

    /// One bit of a mask declared before.
    ///
    /// @param bit numbered as the specification numbers a mask's bits: 0 is the least significant
    public Field bit(Field mask, String part, int bit) {
      return part(mask, part, mask.width() - 1 - bit, 1, Form.FLAG);
    }

    /// Embeds another table: its fields and their parts, named with its name and a dot as prefix.
    ///
    /// @param byteOffset offset in this table, in bytes
    public EmbeddedTable embed(Layout inner, int byteOffset) {
      EmbeddedTable embedded = new EmbeddedTable(inner, byteOffset);
      inner.fields.forEach(field -> fields.add(embedded.of(field)));
      inner.parts.forEach(part -> parts.add(embedded.of(part)));
      return embedded;
    }

    /// Returns the finished table; called once, after the last field.
    public Layout build() {
      return new Layout(name, section, bytes, fields, parts);
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
      return keep(new Field(field, bitOffset, width, count, stride, access, form, legal));
    }

    private Field keep(Field added) {
      fields.add(added);
      return added;
    }
  }
}
