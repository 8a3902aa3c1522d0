package org.ibassay.link.upper;

import org.jspecify.annotations.Nullable;

/// A request for a QP's send queue.
public sealed interface SendRequest {
  /// Returned in the completion.
  long id();

  /// Returns the data to send, or the buffer for the result.
  Buffer local();

  /// Returns what the message carries for the receive that it completes.
  default Notice notice() {
    return Notice.NONE;
  }

  /// What a message carries for the receive that it completes; if any, requires [Ability#EVENTS].
  ///
  /// @param immediate immediate data; null: none
  /// @param isSolicited whether it requests a solicited event
  record Notice(@Nullable Integer immediate, boolean isSolicited) {
    /// Neither.
    public static final Notice NONE = new Notice(null, false);
  }

  /// SEND.
  ///
  /// @param local the data to send
  record Send(long id, Buffer local, Notice notice) implements SendRequest {
    /// A SEND without immediate data and solicited event.
    public Send(long id, Buffer local) {
      this(id, local, Notice.NONE);
    }
  }

  /// SEND with Invalidate.
  ///
  /// @param local the data to send
  /// @param rkey the tester's R_Key to invalidate
  /// @param isSolicited whether it requests a solicited event
  record SendInvalidate(long id, Buffer local, int rkey, boolean isSolicited)
      implements SendRequest {
    /// A SEND with Invalidate without a solicited event.
    public SendInvalidate(long id, Buffer local, int rkey) {
      this(id, local, rkey, false);
    }

    @Override
    public Notice notice() {
      return new Notice(null, isSolicited);
    }
  }

  /// RDMA WRITE.
  ///
  /// @param local the data to write
  /// @param address address at the tester
  /// @param rkey the tester's R_Key
  /// @param notice a solicited event only with immediate data
  record Write(long id, Buffer local, long address, int rkey, Notice notice)
      implements SendRequest {
    /// An RDMA WRITE without immediate data.
    public Write(long id, Buffer local, long address, int rkey) {
      this(id, local, address, rkey, Notice.NONE);
    }
  }

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
