package org.ibassay.wire.pm;

import static org.ibassay.wire.Form.DECIMAL;
import static org.ibassay.wire.Form.HEX;

import org.ibassay.wire.Access;
import org.ibassay.wire.Field;
import org.ibassay.wire.Layout;
import org.ibassay.wire.mad.GmpAttribute;

/// Declares the fields of counters, each as one line. A Set of a counter writes it where its bit in
/// CounterSelect says so.
final class PmTable {
  private final int id;
  private final Layout.Table table;

  PmTable(int id, String name, String section, int bytes) {
    this.id = id;
    this.table = Layout.table(name, section, bytes);
  }

  /// Which opcode is counted, where an attribute counts by opcode.
  Field opCode() {
    return table.rw("OpCode", 0, 8, HEX);
  }

  /// 0xFF: all ports, where ClassPortInfo's AllPortSelect is set.
  Field portSelect() {
    return table.rw("PortSelect", 8, 8, DECIMAL);
  }

  /// Which counters a Set writes.
  Field counterSelect() {
    return table.rw("CounterSelect", 16, 16, HEX);
  }

  Field mask(String field, int bitOffset, int width) {
    return table.rw(field, bitOffset, width, HEX);
  }

  Field counter(String field, int bitOffset, int width) {
    return table.rw(field, bitOffset, width, DECIMAL);
  }

  /// Counters of one name in a row: of each virtual lane, service level or lane.
  Field counters(String field, int bitOffset, int width, int count) {
    return table.repeated(field, bitOffset, width, count, width, Access.RW, DECIMAL);
  }

  /// The attribute as declared so far; called once, after the last field.
  GmpAttribute build() {
    return new GmpAttribute(id, table.build());
  }
}
