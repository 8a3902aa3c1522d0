package org.ibassay.wire.sa;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.ibassay.wire.Access;
import org.ibassay.wire.EmbeddedTable;
import org.ibassay.wire.Field;
import org.ibassay.wire.Form;
import org.ibassay.wire.Layout;

/// Declares the fields of an SA attribute, each as one line with its number as a component.
final class SaTable {
  private final int id;
  private final Layout.Table table;
  private final List<SaAttribute.Component> components = new ArrayList<>();

  SaTable(int id, String name, String section, int bytes) {
    this.id = id;
    this.table = Layout.table(name, section, bytes);
  }

  /// A component.
  Field at(int component, String field, int bitOffset, int width, Form form) {
    return number(component, table.rw(field, bitOffset, width, form));
  }

  /// A field with several elements, each a component, numbered in a row.
  Field each(int first, String field, int bitOffset, int width, int count, Form form) {
    return number(first, table.repeated(field, bitOffset, width, count, width, Access.RW, form));
  }

  /// A part that is a component of its own.
  Field part(int component, Field whole, String field, int bit, int width, Form form) {
    return number(component, table.part(whole, field, bit, width, form));
  }

  /// A field that is no component, or whose number is not public.
  Field plain(String field, int bitOffset, int width, Form form) {
    return table.rw(field, bitOffset, width, form);
  }

  /// The declarations of a plain table.
  Layout.Table table() {
    return table;
  }

  /// An SMP's attribute as a part of the record, its fields no components.
  EmbeddedTable embed(Layout inner, int byteOffset) {
    return table.embed(inner, byteOffset);
  }

  /// An SMP's attribute as a part of the record. Its fields are components, numbered in wire order;
  /// reserved bits between two of them take one number, as the specification counts.
  ///
  /// @param unnumbered fields added later, where bits were reserved: they go without a number
  EmbeddedTable embed(int first, Layout inner, int byteOffset, Field... unnumbered) {
    EmbeddedTable embedded = table.embed(inner, byteOffset);
    int component = first;
    int end = 0;
    List<String> without = Stream.of(unnumbered).map(Field::name).toList();
    for (Field field : inner.fields()) {
      if (!without.contains(field.name())) {
        component += field.bitOffset() > end ? 1 : 0;
        number(component, embedded.of(field));
        component += field.count();
        end = field.bitOffset() + field.stride() * (field.count() - 1) + field.width();
      }
    }
    return embedded;
  }

  /// The attribute as declared so far; called once, after the last field.
  SaAttribute build() {
    return new SaAttribute(id, table.build(), components);
  }

  private Field number(int first, Field field) {
    for (int i = 0; i < field.count(); i++) {
      components.add(new SaAttribute.Component(first + i, field, i));
    }
    return field;
  }
}
