package org.ibassay.link.upper;

/// A request for a QP's send queue.
public sealed interface SendRequest {
  /// Comes back in the completion.
  long id();

  /// Returns the data to send, or the buffer of the result.
  Buffer local();

  /// SEND.
  ///
  /// @param local what is sent
  record Send(long id, Buffer local) implements SendRequest {}

  /// SEND with Invalidate.
  ///
  /// @param local what is sent
  /// @param rkey the tester's, to be invalidated
  record SendInvalidate(long id, Buffer local, int rkey) implements SendRequest {}

  /// RDMA WRITE.
  ///
  /// @param local what is written
  /// @param address where at the tester
  /// @param rkey the tester's
  record Write(long id, Buffer local, long address, int rkey) implements SendRequest {}

  /// RDMA READ.
  ///
  /// @param local where the result goes
  /// @param address where at the tester
  /// @param rkey the tester's
  record Read(long id, Buffer local, long address, int rkey) implements SendRequest {}

  /// CmpSwap.
  ///
  /// @param local where the original data goes, 8 bytes, in the order of the DUT's processor
  /// @param address where at the tester
  /// @param rkey the tester's
  /// @param compare if this is there
  /// @param swap then this takes its place
  record CompareSwap(long id, Buffer local, long address, int rkey, long compare, long swap)
      implements SendRequest {}

  /// FetchAdd.
  ///
  /// @param local where the original data goes, 8 bytes, in the order of the DUT's processor
  /// @param address where at the tester
  /// @param rkey the tester's
  /// @param add what is added
  record FetchAdd(long id, Buffer local, long address, int rkey, long add) implements SendRequest {}
}
