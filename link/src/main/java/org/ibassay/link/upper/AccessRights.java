package org.ibassay.link.upper;

/// What may be done to a region, or by a QP's peer. The DUT's own reading is always allowed.
///
/// @param localWrite the DUT may write: receive buffers and results of READ and atomics need it
/// @param remoteWrite a peer may RDMA WRITE
/// @param remoteRead a peer may RDMA READ
/// @param remoteAtomic a peer may CmpSwap and FetchAdd
public record AccessRights(
    boolean localWrite, boolean remoteWrite, boolean remoteRead, boolean remoteAtomic) {
  /// Only the DUT's own reading.
  public static final AccessRights NONE = new AccessRights(false, false, false, false);

  /// The DUT's own reading and writing.
  public static final AccessRights LOCAL = new AccessRights(true, false, false, false);

  /// Everything.
  public static final AccessRights ALL = new AccessRights(true, true, true, true);

  /// A copy with RDMA WRITE allowed or not.
  public AccessRights withRemoteWrite(boolean allowed) {
    return new AccessRights(localWrite, allowed, remoteRead, remoteAtomic);
  }

  /// A copy with RDMA READ allowed or not.
  public AccessRights withRemoteRead(boolean allowed) {
    return new AccessRights(localWrite, remoteWrite, allowed, remoteAtomic);
  }

  /// A copy with atomics allowed or not.
  public AccessRights withRemoteAtomic(boolean allowed) {
    return new AccessRights(localWrite, remoteWrite, remoteRead, allowed);
  }
}
