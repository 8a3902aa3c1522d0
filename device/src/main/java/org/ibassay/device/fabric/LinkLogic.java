package org.ibassay.device.fabric;

/// The port behind a jack: what it wants of its link, and what it is told about it.
public interface LinkLogic {
  /// PortInfo:LinkWidthEnabled.
  int widths();

  /// PortInfo:LinkSpeedEnabled.
  int speeds();

  /// PortInfo:LinkSpeedExtEnabled; 0 when extended speeds are off.
  int extendedSpeeds();

  /// Where the physical link goes after the link went down: PortInfo:LinkDownDefaultState.
  PhysicalState downDefault();

  /// The physical state is another now.
  void changed(PhysicalState state);

  /// The link has come up, in these modes: one bit of each mask, or 0 for none.
  void trained(int width, int speed, int extendedSpeed);
}
