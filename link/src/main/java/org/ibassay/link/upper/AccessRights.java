package org.ibassay.link.upper;

/// Access rights of a memory region, a memory window, or a QP's peer. Local reads are always
/// allowed.
///
/// @param localWrite the DUT may write: required for receive buffers and the results of READs and
///   atomics
/// @param remoteWrite a peer may RDMA WRITE
/// @param remoteRead a peer may RDMA READ
/// @param remoteAtomic a peer may CmpSwap and FetchAdd
/// @param remoteFlush a peer may FLUSH, for global visibility
/// @param windows the DUT may bind memory windows to it
public record AccessRights(
    boolean localWrite,
    boolean remoteWrite,
    boolean remoteRead,
    boolean remoteAtomic,
    boolean remoteFlush,
    boolean windows) {
  /// Local reads only.
  public static final AccessRights NONE = new AccessRights(false, false, false, false);

  /// Local reads and writes.
  public static final AccessRights LOCAL = new AccessRights(true, false, false, false);

  /// All rights that every adapter supports: no FLUSH and no memory windows.
  public static final AccessRights ALL = new AccessRights(true, true, true, true);

  /// Returns rights without FLUSH and memory windows, which are optional.
  public AccessRights(
      boolean localWrite, boolean remoteWrite, boolean remoteRead, boolean remoteAtomic) {
    this(localWrite, remoteWrite, remoteRead, remoteAtomic, false, false);
  }

  /// Returns a copy with local writes allowed or not.
  public AccessRights withLocalWrite(boolean allowed) {
    return new AccessRights(allowed, remoteWrite, remoteRead, remoteAtomic, remoteFlush, windows);
  }

  /// Returns a copy with RDMA WRITE allowed or not.
  public AccessRights withRemoteWrite(boolean allowed) {
    return new AccessRights(localWrite, allowed, remoteRead, remoteAtomic, remoteFlush, windows);
  }

  /// Returns a copy with RDMA READ allowed or not.
  public AccessRights withRemoteRead(boolean allowed) {
    return new AccessRights(localWrite, remoteWrite, allowed, remoteAtomic, remoteFlush, windows);
  }

  /// Returns a copy with atomics allowed or not.
  public AccessRights withRemoteAtomic(boolean allowed) {
    return new AccessRights(localWrite, remoteWrite, remoteRead, allowed, remoteFlush, windows);
  }

  /// Returns a copy with FLUSH allowed or not.
  public AccessRights withRemoteFlush(boolean allowed) {
    return new AccessRights(localWrite, remoteWrite, remoteRead, remoteAtomic, allowed, windows);
  }

  /// Returns a copy with memory windows allowed or not.
  public AccessRights withWindows(boolean allowed) {
    return new AccessRights(
        localWrite, remoteWrite, remoteRead, remoteAtomic, remoteFlush, allowed);
  }
}
