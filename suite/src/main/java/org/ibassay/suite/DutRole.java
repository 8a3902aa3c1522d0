package org.ibassay.suite;

/// What a DUT may be beside its kind.
public enum DutRole {
  /// It runs the subnet manager, and with it the subnet administration, of the tester's subnet.
  SM
}
