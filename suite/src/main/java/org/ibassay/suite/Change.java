package org.ibassay.suite;

/// State of the DUT that a test may change: read before `initialize()` and restored afterward. On a
/// channel adapter or router it is that of every port that a tester port reaches.
public enum Change {
  /// PortInfo including its M_Key components; on a switch, of port 0 and of every port that a
  /// tester port reaches.
  PORT_INFO,
  /// PortInfo including its M_Key components; on a switch, of every port, including port 0.
  PORT_INFO_OF_ALL_PORTS,
  /// SwitchInfo, except for PortStateChange.
  SWITCH_INFO,
  /// GUIDInfo up to GUIDCap.
  GUID_INFO,
  /// The P_KeyTable; on a switch, of each port, including port 0.
  P_KEY_TABLE,
  /// The SLtoVLMappingTable; on a switch, of each pair of input and output port.
  SL_TO_VL_MAPPING_TABLE,
  /// The VLArbitrationTable; on a switch, of each port.
  VL_ARBITRATION_TABLE,
  /// The whole LinearForwardingTable.
  LINEAR_FORWARDING_TABLE,
  /// The whole RandomForwardingTable.
  RANDOM_FORWARDING_TABLE,
  /// The whole MulticastForwardingTable.
  MULTICAST_FORWARDING_TABLE,
  /// LedInfo.
  LED_INFO,
  /// NodeDescription, of a device with IsSetNodeDescriptionSupported.
  NODE_DESCRIPTION,
  /// The service of ServiceID [Parameter#SERVICE_ID], or the next free one, that is registered for
  /// the tester.
  SERVICE_RECORD,
  /// The multicast groups of [GroupIds#Q_KEY] that the tester's port, or the DUT's, is in.
  MULTICAST_GROUPS,
  /// The tester's event subscriptions.
  SUBSCRIPTIONS,
  /// Whether the DUT's subnet manager is active, for a test that disables it.
  MANAGER_STATE;

  /// Whether it is PortInfo, which holds M_Keys and the states of links.
  public boolean isPortInfo() {
    return this == PORT_INFO || this == PORT_INFO_OF_ALL_PORTS;
  }
}
