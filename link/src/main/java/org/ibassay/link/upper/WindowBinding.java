package org.ibassay.link.upper;

/// The memory to which a window is bound.
///
/// @param region the region
/// @param at offset from the region's start, in bytes; not checked against the region's bounds
/// @param bytes length; with 0, a window of type 1 is unbound
/// @param rights a peer's access rights through the window
public record WindowBinding(MemoryRegion region, long at, long bytes, AccessRights rights) {}
