package org.ibassay.suite;

/// What a test does to the DUT.
public enum Effect {
  /// Nothing that outlasts a packet.
  READS,
  /// State is changed and put back.
  CHANGES,
  /// The link or the subnet manager is affected.
  DISRUPTS
}
