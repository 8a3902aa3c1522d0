package org.ibassay.link.upper;

/// A memory window of the DUT (10.6.7): a separate R_Key for a part of a region.
///
/// @param id the upper tester's id
/// @param type 1, or 2 for a window that belongs to the QP that binds it
/// @param rkey R_Key with which a peer accesses the memory bound to it
public record MemoryWindow(int id, int type, int rkey) {
  /// Returns a copy with another R_Key: each binding changes it.
  public MemoryWindow withKey(int key) {
    return new MemoryWindow(id, type, key);
  }
}
