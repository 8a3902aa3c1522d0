package org.ibassay.link.upper;

/// A memory window of the DUT (10.6.7): an R_Key of its own for part of a region.
///
/// @param id the upper tester's name for it
/// @param type 1, or 2 for one that belongs to the QP that binds it
/// @param rkey what a peer shows to reach what it is bound to
public record MemoryWindow(int id, int type, int rkey) {
  /// A copy with another R_Key, as each binding brings one.
  public MemoryWindow withKey(int key) {
    return new MemoryWindow(id, type, key);
  }
}
