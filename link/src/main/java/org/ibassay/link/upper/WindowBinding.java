package org.ibassay.link.upper;

/// The memory to which a window is bound.
///
/// @param region part of which it opens
/// @param at where it begins, from the region's start; not checked against the region
/// @param bytes its length; with 0, a window of type 1 is bound to nothing
/// @param rights what a peer may do through it
public record WindowBinding(MemoryRegion region, long at, long bytes, AccessRights rights) {}
