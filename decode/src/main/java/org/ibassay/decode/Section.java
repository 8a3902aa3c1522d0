package org.ibassay.decode;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.jspecify.annotations.Nullable;

/// A header or attribute as displayed: its fields in display order.
final class Section {
  /// Stands for the fields that are missing because the packet is too short.
  static final String CUT_OFF = "cut off";

  /// The name in the specification.
  final String name;

  /// Its length; 0 if it has no table and is displayed as bytes.
  final int bytes;

  final List<Row> rows;

  /// The title in the tree and in JSON, with the text before it.
  final byte[] title;

  final byte[] key;

  // By the number of bytes present; created when first needed.
  private final @Nullable Template[] trees;
  private final @Nullable Template[] objects;

  /// The table of meanings of one of its fields; null if there is none.
  final @Nullable Meaning meaning;

  /// Names of the values of a field.
  ///
  /// @param name displayed after the fields
  record Meaning(String name, Names.Table names, Field field) {
    /// Whether the field is completely within the first bytes of the section.
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

  /// Returns a section with all fields of a table.
  static Section of(Layout layout) {
    return of(layout, layout.fields());
  }

  /// Returns a section with some fields of a table.
  static Section of(Layout layout, List<Field> fields) {
    return new Section(
        layout.name(),
        layout.bytes(),
        fields.stream().map(field -> Row.of(layout, field)).toList(),
        null);
  }

  /// Returns a copy with rows of another table that begins at the same offset, in place of a row or
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

  /// Returns a copy with another length; the bytes after it belong to other sections.
  Section of(int length) {
    return new Section(name, length, rows, meaning);
  }

  /// Returns a copy that displays the meaning of one of its fields after its fields.
  Section with(Meaning tableOfNames) {
    return new Section(name, bytes, rows, tableOfNames);
  }

  /// Returns a section for bytes without a table.
  static Section raw(String name) {
    return new Section(name, 0, List.of(), null);
  }

  boolean isRaw() {
    return rows.isEmpty();
  }

  /// Returns its fields as data.
  ///
  /// @param there number of its bytes, or more, that the packet has
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

  /// Returns the template of its fields in the tree.
  ///
  /// @param there number of its bytes, or more, that the packet has
  Template tree(int there) {
    int shown = Math.clamp(there, 0, bytes);
    Template known = trees[shown];
    if (known == null) {
      known = TreeTemplate.of(this, shown);
      trees[shown] = known;
    }
    return known;
  }

  /// Returns the template of its fields in JSON.
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
