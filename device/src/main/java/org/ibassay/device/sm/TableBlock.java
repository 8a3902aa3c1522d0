package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.Attribute;

/// A block of one of a port's or a switch's tables, as the node gave it.
///
/// @param table P_KeyTable, GUIDInfo, SLtoVLMappingTable, VLArbitrationTable or a forwarding table
/// @param modifier the AttributeModifier by which it is read: which block, of a switch of which
///   ports too
/// @param content 64 bytes
public record TableBlock(Attribute table, int modifier, MemorySegment content) {
  /// Whether it is a certain block.
  boolean is(Attribute other, int otherModifier) {
    return table.equals(other) && modifier == otherModifier;
  }
}
