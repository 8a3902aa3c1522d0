package org.ibassay.wire;

/// A table embedded in another one, such as NodeInfo in NodeRecord.
///
/// @param layout the inner table
/// @param byteOffset offset in the outer table, in bytes
public record EmbeddedTable(Layout layout, int byteOffset) {

  /// Returns the outer table's field for a field or part of the inner one.
  public Field of(Field inner) {
    return new Field(
        layout.name() + "." + inner.name(),
        inner.bitOffset() + byteOffset * 8,
        inner.width(),
        inner.count(),
        inner.stride(),
        inner.access(),
        inner.form(),
        inner.legal(),
        inner.names());
  }
}
