package org.ibassay.device.rc;

import org.ibassay.link.upper.AccessRights;

/// The memory that a peer can access with an R_Key: a region, or a window to part of one.
///
/// @param from first address
/// @param qpn the only QP that may use it; 0 for all QPs of its domain
record Grant(
    Region region, long from, long length, AccessRights rights, int qpn, boolean isWindow) {

  static Grant of(Region region) {
    return new Grant(region, region.address(), region.size(), region.rights(), 0, false);
  }

  /// Whether it belongs to another QP.
  boolean isForeignTo(int qp) {
    return qpn != 0 && qpn != qp;
  }

  /// Whether it covers a whole range.
  boolean covers(MemoryTarget target) {
    long at = target.address() - from;
    return at >= 0 && target.length() <= length && at <= length - target.length();
  }
}
