package org.ibassay.suite;

/// How reliably a link carried the packets of a probe.
public enum LinkQuality {
  /// All packets, each once and in order.
  SPOTLESS,
  /// Nearly all packets: the link does not explain what happens repeatedly.
  WORN,
  /// So few that a missing response proves nothing.
  BAD,
  /// No packet.
  GONE;

  /// The number of troubles to count for an event. An event that happens once with every packet is
  /// caused by the DUT rather than the link, and counts once; one that happens occasionally counts
  /// each time.
  ///
  /// @param times number of occurrences
  /// @param isEach whether it happened once with each packet
  /// @return the number of troubles
  static int troubles(int times, boolean isEach) {
    return isEach ? 1 : times;
  }

  /// The quality of a link with that number of troubles.
  ///
  /// @param most the highest number that is not yet [#BAD]
  static LinkQuality of(int troubles, int most) {
    return troubles == 0 ? SPOTLESS : troubles <= most ? WORN : BAD;
  }
}
