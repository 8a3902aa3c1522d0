package org.ibassay.device.fabric;

/// The port of a jack: its link settings, and notifications of link changes.
public interface LinkLogic {
  /// PortInfo:LinkWidthEnabled.
  int widths();

  /// PortInfo:LinkSpeedEnabled.
  int speeds();

  /// PortInfo:LinkSpeedExtEnabled; 0 when extended speeds are off.
  int extendedSpeeds();

  /// The physical state after the link goes down: PortInfo:LinkDownDefaultState.
  PhysicalState downDefault();

  /// Called when the physical state has changed.
  void changed(PhysicalState state);

  /// Called when the link is up: one bit of each mask for its width and speed, or 0 for none.
  void trained(int width, int speed, int extendedSpeed);
}
