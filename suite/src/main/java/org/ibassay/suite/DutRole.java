package org.ibassay.suite;

/// Roles of a DUT in addition to its kind.
public enum DutRole {
  /// It runs the subnet manager, and with it the subnet administration, of the tester's subnet.
  SM
}
