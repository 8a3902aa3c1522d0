package org.ibassay.suite.c14;

/// What a port is, which decides which components of PortInfo it has (14.2.5.6).
enum PortInfoRole {
  /// A port of a channel adapter or router.
  END,
  /// An external port of a switch: addressed and guarded as port 0 of its switch.
  EXTERNAL,
  /// A switch's management port that is an end node besides.
  ENHANCED_PORT0,
  /// A switch's management port in its base form.
  BASE_PORT0
}
