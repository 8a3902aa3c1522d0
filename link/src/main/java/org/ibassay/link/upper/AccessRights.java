package org.ibassay.link.upper;

/// Access rights of a memory region, a memory window, or a QP's peer. Local reads are always
/// allowed.
///
/// @param localWrite the DUT may write: receive buffers and results of READ and atomics need it
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
  /// Only the DUT's own reading.
  public static final AccessRights NONE = new AccessRights(false, false, false, false);

  /// The DUT's own reading and writing.
  public static final AccessRights LOCAL = new AccessRights(true, false, false, false);

  /// Everything that every adapter knows: no FLUSH, and no memory windows.
  public static final AccessRights ALL = new AccessRights(true, true, true, true);

  /// Rights without FLUSH and memory windows, which are options.
  public AccessRights(
      boolean localWrite, boolean remoteWrite, boolean remoteRead, boolean remoteAtomic) {
    this(localWrite, remoteWrite, remoteRead, remoteAtomic, false, false);
  }

  /// A copy with the DUT's own writing allowed or not.
  public AccessRights withLocalWrite(boolean allowed) {
    return new AccessRights(allowed, remoteWrite, remoteRead, remoteAtomic, remoteFlush, windows);
  }

  /// A copy with RDMA WRITE allowed or not.
  public AccessRights withRemoteWrite(boolean allowed) {
    return new AccessRights(localWrite, allowed, remoteRead, remoteAtomic, remoteFlush, windows);
  }

  /// A copy with RDMA READ allowed or not.
  public AccessRights withRemoteRead(boolean allowed) {
    return new AccessRights(localWrite, remoteWrite, allowed, remoteAtomic, remoteFlush, windows);
  }

  /// A copy with atomics allowed or not.
  public AccessRights withRemoteAtomic(boolean allowed) {
    return new AccessRights(localWrite, remoteWrite, remoteRead, allowed, remoteFlush, windows);
  }

  /// A copy with FLUSH allowed or not.
  public AccessRights withRemoteFlush(boolean allowed) {
    return new AccessRights(localWrite, remoteWrite, remoteRead, remoteAtomic, allowed, windows);
  }

  /// A copy with memory windows allowed or not.
  public AccessRights withWindows(boolean allowed) {
    return new AccessRights(
        localWrite, remoteWrite, remoteRead, remoteAtomic, remoteFlush, allowed);
  }
}
