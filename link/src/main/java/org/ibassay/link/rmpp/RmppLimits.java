package org.ibassay.link.rmpp;

/// The timeouts and limits of one side of a transfer.
///
/// The specification derives its timeouts from packet lifetimes, which neither side knows. The
/// defaults follow Linux, which waits 2 s for an acknowledgment and 40 s for a whole transfer.
///
/// @param silenceNanos how long to wait for the other side before a retry
/// @param retries how many retries before the transfer is given up
/// @param totalNanos timeout of the whole transfer
/// @param window how many segments may be sent between two acknowledgments; the receiver decides
/// @param maxBytes length of the longest message that a receiver accepts
public record RmppLimits(
    long silenceNanos, int retries, long totalNanos, int window, int maxBytes) {

  /// 2 s, 5 retries, 40 s in total, 32 segments. 8 MiB hold the PathRecords of twice as many ports
  /// as a subnet can have, and are little memory if the sender sends garbage.
  public static final RmppLimits DEFAULT =
      new RmppLimits(2_000_000_000L, 5, 40_000_000_000L, 32, 8 << 20);

  /// Checks that a transfer is possible.
  public RmppLimits {
    if (silenceNanos < 1 || retries < 0 || totalNanos < 1 || window < 1 || maxBytes < 1) {
      throw new IllegalArgumentException("no transfer is possible within such limits");
    }
  }
}
