package org.ibassay.device.rc;

import org.ibassay.link.upper.AccessRights;

/// The memory that an R_Key opens to a peer: a region, or a window to part of one.
///
/// @param from first address
/// @param qpn the only QP that it is for; 0 for all of its domain
record Grant(
    Region region, long from, long length, AccessRights rights, int qpn, boolean isWindow) {

  static Grant of(Region region) {
    return new Grant(region, region.address(), region.size(), region.rights(), 0, false);
  }

  /// Whether a QP may not use it at all.
  boolean isForeignTo(int qp) {
    return qpn != 0 && qpn != qp;
  }

  /// Whether all of a range lies in it.
  boolean covers(MemoryTarget target) {
    long at = target.address() - from;
    return at >= 0 && target.length() <= length && at <= length - target.length();
  }
}
