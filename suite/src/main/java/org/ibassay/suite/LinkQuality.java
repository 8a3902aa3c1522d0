package org.ibassay.suite;

/// How well a link carried packets that were sent to find that out.
public enum LinkQuality {
  /// All of them, each once and in order.
  SPOTLESS,
  /// Nearly all: what happens again and again is not the link's doing.
  WORN,
  /// So badly that nothing can be told from what does not come.
  BAD,
  /// None at all.
  GONE;

  /// What happens with every single packet is the DUT's way and hardly the link's: it costs the
  /// link no more than being [#SPOTLESS]. What happens now and then is trouble each time.
  ///
  /// @param times how often it happened
  /// @param isEach whether that was once with each packet
  /// @return how many troubles that is
  static int troubles(int times, boolean isEach) {
    return isEach ? 1 : times;
  }

  /// The quality of a link that had trouble so often.
  ///
  /// @param most times at which it is not yet [#BAD]
  static LinkQuality of(int troubles, int most) {
    return troubles == 0 ? SPOTLESS : troubles <= most ? WORN : BAD;
  }
}
