package org.ibassay.suite.c14;

/// The kind of a port, which determines its components of PortInfo (14.2.5.6).
enum PortInfoRole {
  /// A port of a channel adapter or router.
  END,
  /// An external port of a switch; shares LID and M_Key with port 0.
  EXTERNAL,
  /// A switch's management port that is also an end node.
  ENHANCED_PORT0,
  /// A switch's management port in its base form.
  BASE_PORT0
}
