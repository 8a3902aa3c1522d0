package org.ibassay.wire;

/// A table that lies within another one, as NodeInfo does in NodeRecord.
///
/// @param layout the inner table
/// @param byteOffset where it starts in the outer one, in bytes
public record EmbeddedTable(Layout layout, int byteOffset) {

  /// One of the inner table's fields or parts as it lies in the outer one.
  public Field of(Field inner) {
    return new Field(
        layout.name() + "." + inner.name(),
        inner.bitOffset() + byteOffset * 8,
        inner.width(),
        inner.count(),
        inner.stride(),
        inner.access(),
        inner.form(),
        inner.legal());
  }
}
