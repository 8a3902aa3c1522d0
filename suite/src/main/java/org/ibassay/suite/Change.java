package org.ibassay.suite;

/// State of the DUT that a test may change: what is read before `initialize()` and put back
/// afterwards.
public enum Change {
  /// PortInfo of every port that a tester port reaches, M_Key parts included.
  PORT_INFO,
  /// The whole MulticastForwardingTable.
  MULTICAST_FORWARDING_TABLE,
  /// The service of ServiceID [Parameter#SERVICE_ID] that is registered for the tester.
  SERVICE_RECORD,
  /// The SLtoVLMappingTable of every port of a channel adapter or router that a tester port
  /// reaches.
  SL_TO_VL_MAPPING_TABLE
}
