package org.ibassay.device.sm;

import java.lang.foreign.MemorySegment;
import org.ibassay.wire.attribute.Attribute;

/// A block of one of a port's tables, as the port gave it.
///
/// @param table P_KeyTable, GUIDInfo, SLtoVLMappingTable or VLArbitrationTable
/// @param number of the block; of a VLArbitrationTable from 1 on, and of an SLtoVLMappingTable,
///   which has but one, 0
/// @param content 64 bytes
public record TableBlock(Attribute table, int number, MemorySegment content) {}
