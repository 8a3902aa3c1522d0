package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.Attribute;

/// A block of a table of a port or switch, as the node returned it.
///
/// @param table P_KeyTable, GUIDInfo, SLtoVLMappingTable, VLArbitrationTable or a forwarding table
/// @param modifier the AttributeModifier that reads it: the block and, for a switch, the ports
/// @param content 64 bytes
public record TableBlock(Attribute table, int modifier, MemorySegment content) {
  /// Whether it is a given block.
  boolean is(Attribute other, int otherModifier) {
    return table.equals(other) && modifier == otherModifier;
  }
}
