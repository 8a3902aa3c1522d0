package org.ibassay.wire.sa;

import java.lang.foreign.MemorySegment;
import java.util.ArrayList;
import java.util.List;

/// The records of an SA answer.
///
/// @param records each from its first byte on, as long as its table
/// @param leftOver bytes after the last whole record that are more than its padding: part of
///   another record, or of nothing
public record SaRecords(List<MemorySegment> records, long leftOver) {

  /// Keeps a copy.
  public SaRecords {
    records = List.copyOf(records);
  }

  /// Cuts an answer into records.
  ///
  /// @param data what follows the SA header, as far as it was received
  /// @param attributeOffset as the answer's SA header has it; 0 means that there is one record
  public static SaRecords of(SaAttribute attribute, MemorySegment data, int attributeOffset) {
    List<MemorySegment> records = new ArrayList<>();
    long length = attribute.layout().bytes();
    long distance = attributeOffset == 0 ? Math.max(length, data.byteSize()) : attributeOffset * 8L;
    long at = 0;
    while (at + length <= data.byteSize()) {
      records.add(data.asSlice(at, length));
      at += distance;
    }
    return new SaRecords(records, Math.max(0, data.byteSize() - at));
  }
}
