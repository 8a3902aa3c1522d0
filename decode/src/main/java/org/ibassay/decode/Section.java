package org.ibassay.decode;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.jspecify.annotations.Nullable;

/// A header or attribute as it is written: its fields in the order in which they are shown.
final class Section {
  /// Stands for the fields that a packet ends before.
  static final String CUT_OFF = "cut off";

  /// As the specification spells it.
  final String name;

  /// Its length; 0 where it has no table and is shown as bytes.
  final int bytes;

  final List<Row> rows;

  /// As the tree and JSON have it, with what stands before it.
  final byte[] title;

  final byte[] key;

  // By how many bytes are there, made when first needed.
  private final @Nullable Template[] trees;
  private final @Nullable Template[] objects;

  /// The table of meanings of one of its fields; null where none has one.
  final @Nullable Meaning meaning;

  /// Names of the values of a field.
  ///
  /// @param name as it is shown after the fields
  record Meaning(String name, Names.Table names, Field field) {
    /// Whether the field is among the first bytes of the section.
    boolean isIn(int there) {
      return field.bitOffset() + field.width() <= there * Byte.SIZE;
    }
  }

  private Section(String name, int bytes, List<Row> rows, @Nullable Meaning meaning) {
    this.name = name;
    this.bytes = bytes;
    this.rows = List.copyOf(rows);
    this.meaning = meaning;
    this.title = Digits.utf8("  " + name);
    this.key = Digits.utf8(",\"" + name + "\":");
    this.trees = new Template[bytes + 1];
    this.objects = new Template[bytes + 1];
  }

  /// All fields of a table.
  static Section of(Layout layout) {
    return of(layout, layout.fields());
  }

  /// Some fields of a table.
  static Section of(Layout layout, List<Field> fields) {
    return new Section(
        layout.name(),
        layout.bytes(),
        fields.stream().map(field -> Row.of(layout, field)).toList(),
        null);
  }

  /// The same with rows of another table, which starts where this one does, in place of a row or
  /// before it.
  Section with(Section other, String before, boolean instead) {
    List<Row> all = new ArrayList<>();
    for (Row row : rows) {
      boolean here = row.name().equals(before);
      if (here) {
        all.addAll(other.rows);
      }
      if (!here || !instead) {
        all.add(row);
      }
    }
    return new Section(name, bytes, all, meaning);
  }

  /// The same up to another length: what comes after is of others.
  Section of(int length) {
    return new Section(name, length, rows, meaning);
  }

  /// The same, and after its fields what one of them means.
  Section with(Meaning tableOfNames) {
    return new Section(name, bytes, rows, tableOfNames);
  }

  /// Bytes of which no more is known.
  static Section raw(String name) {
    return new Section(name, 0, List.of(), null);
  }

  boolean isRaw() {
    return rows.isEmpty();
  }

  /// Its fields as data.
  ///
  /// @param there how many bytes of it, or more, the packet has
  List<PacketRow> rows(MemorySegment in, int base, int there) {
    List<PacketRow> shown = new ArrayList<>();
    for (Row row : rows) {
      int count = row.present(Math.clamp(there, 0, bytes));
      if (count > 0) {
        shown.add(row.of(in, base, count));
      }
    }
    if (there < bytes) {
      shown.add(PacketRow.said(CUT_OFF, there + " of " + bytes + " bytes"));
    }
    if (meaning != null && meaning.isIn(there)) {
      shown.add(
          PacketRow.said(meaning.name, meaning.names.text((int) meaning.field.get(in, base))));
    }
    return shown;
  }

  /// How the tree shows its fields.
  ///
  /// @param there how many bytes of it, or more, the packet has
  Template tree(int there) {
    int shown = Math.clamp(there, 0, bytes);
    Template known = trees[shown];
    if (known == null) {
      known = TreeTemplate.of(this, shown);
      trees[shown] = known;
    }
    return known;
  }

  /// How JSON shows its fields.
  Template object(int there) {
    int shown = Math.clamp(there, 0, bytes);
    Template known = objects[shown];
    if (known == null) {
      known = JsonTemplate.of(this, shown);
      objects[shown] = known;
    }
    return known;
  }
}
