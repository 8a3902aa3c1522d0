package org.ibassay.link.rmpp;

/// How patient and how generous one side of a transfer is.
///
/// The specification takes its times from packet lifetimes, which neither side knows; these follow
/// Linux, which waits 2 s for an acknowledgement and 40 s for a whole transfer.
///
/// @param silenceNanos how long to wait for the other side before saying the last thing again
/// @param retries how often to say it again, before the transfer is given up
/// @param totalNanos how long a whole transfer may take
/// @param window how many segments may come between two acknowledgements; the receiver decides
/// @param maxBytes the longest message that a receiver takes
public record RmppLimits(
    long silenceNanos, int retries, long totalNanos, int window, int maxBytes) {

  /// 2 s, five more times, 40 s in all; 32 segments. 8 MiB are the PathRecords of twice as many
  /// ports as a subnet can have, and no burden for whoever receives rubbish.
  public static final RmppLimits DEFAULT =
      new RmppLimits(2_000_000_000L, 5, 40_000_000_000L, 32, 8 << 20);

  /// Checks that something can be transferred at all.
  public RmppLimits {
    if (silenceNanos < 1 || retries < 0 || totalNanos < 1 || window < 1 || maxBytes < 1) {
      throw new IllegalArgumentException("no transfer is possible within such limits");
    }
  }
}
