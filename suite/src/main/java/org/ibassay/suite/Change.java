package org.ibassay.suite;

/// State of the DUT that a test may change: what is read before `initialize()` and put back
/// afterwards. Of a channel adapter or router it is that of every port that a tester port reaches.
public enum Change {
  /// PortInfo, M_Key parts included; of a switch that of port 0 and of every port that a tester
  /// port reaches.
  PORT_INFO,
  /// PortInfo, M_Key parts included; of a switch that of every port, port 0 included.
  PORT_INFO_OF_ALL_PORTS,
  /// SwitchInfo, but for PortStateChange.
  SWITCH_INFO,
  /// GUIDInfo up to GUIDCap.
  GUID_INFO,
  /// The P_KeyTable; of a switch for each port, port 0 included.
  P_KEY_TABLE,
  /// The SLtoVLMappingTable; of a switch for each input and output port.
  SL_TO_VL_MAPPING_TABLE,
  /// The VLArbitrationTable; of a switch for each port.
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
  /// The tester's subscriptions for events.
  SUBSCRIPTIONS,
  /// Whether the DUT's subnet manager is active: of one that is disabled.
  MANAGER_STATE;

  /// Whether it is PortInfo, which holds M_Keys and the states of links.
  public boolean isPortInfo() {
    return this == PORT_INFO || this == PORT_INFO_OF_ALL_PORTS;
  }
}
