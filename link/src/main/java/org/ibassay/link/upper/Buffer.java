package org.ibassay.link.upper;

/// A part of registered memory that a work request uses.
///
/// @param region where
/// @param at from the region's start, in bytes
/// @param bytes its length; 0 for a message without payload
public record Buffer(MemoryRegion region, long at, int bytes) {}
