package org.ibassay.suite;

/// Measures how reliably a link carries packets.
interface CarriageProbe {
  /// Measures the round-trip time, unless it is known.
  void measureRoundTrip() throws TestException;

  /// Whether the link delivered every packet of the last probe; probes first if none was made.
  boolean isSpotless() throws TestException;

  /// Repeats the probe.
  void probeAgain() throws TestException;

  /// Probes the link and returns its quality.
  LinkQuality quality() throws TestException;
}
