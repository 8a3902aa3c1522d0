package org.ibassay.suite;

/// Finds out how well a link carries packets.
interface CarriageProbe {
  /// Finds out how long an answer takes, unless that is known.
  void measureRoundTrip() throws TestException;

  /// Whether the link carried every packet that was sent to find that out.
  boolean isSpotless() throws TestException;

  /// Finds out anew.
  void probeAgain() throws TestException;

  /// How well the link carries packets now.
  LinkQuality quality() throws TestException;
}
