package org.ibassay.link.upper;

/// A request for a QP's send queue.
public sealed interface SendRequest {
  /// Returned in the completion.
  long id();

  /// Returns the data to send, or the buffer for the result.
  Buffer local();

  /// SEND.
  ///
  /// @param local the data to send
  record Send(long id, Buffer local) implements SendRequest {}

  /// SEND with Invalidate.
  ///
  /// @param local the data to send
  /// @param rkey the tester's R_Key to invalidate
  record SendInvalidate(long id, Buffer local, int rkey) implements SendRequest {}

  /// RDMA WRITE.
  ///
  /// @param local the data to write
  /// @param address address at the tester
  /// @param rkey the tester's R_Key
  record Write(long id, Buffer local, long address, int rkey) implements SendRequest {}

  /// RDMA READ.
  ///
  /// @param local the buffer for the result
  /// @param address address at the tester
  /// @param rkey the tester's R_Key
  record Read(long id, Buffer local, long address, int rkey) implements SendRequest {}

  /// CmpSwap.
  ///
  /// @param local the buffer for the original data, 8 bytes, in the byte order of the DUT's
  ///   processor
  /// @param address address at the tester
  /// @param rkey the tester's R_Key
  /// @param compare the value to compare with
  /// @param swap the value to store if they are equal
  record CompareSwap(long id, Buffer local, long address, int rkey, long compare, long swap)
      implements SendRequest {}

  /// FetchAdd.
  ///
  /// @param local the buffer for the original data, 8 bytes, in the byte order of the DUT's
  ///   processor
  /// @param address address at the tester
  /// @param rkey the tester's R_Key
  /// @param add the value to add
  record FetchAdd(long id, Buffer local, long address, int rkey, long add) implements SendRequest {}
}
