package org.ibassay.suite;

/// The effect of a test on the DUT.
public enum Effect {
  /// Nothing that outlasts a packet.
  READS,
  /// State is changed and put back; or a packet is sent that is wrong in itself - a key, a bound, a
  /// right, a header -, which devices count.
  CHANGES,
  /// The link or the subnet manager is affected.
  DISRUPTS
}
