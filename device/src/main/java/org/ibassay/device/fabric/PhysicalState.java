package org.ibassay.device.fabric;

/// The state of a port's physical link, numbered as PortInfo:PortPhysicalState (14.2.5.6).
/// LinkErrorRecovery does not occur: simulated cables have no errors.
public enum PhysicalState {
  SLEEP(1),
  POLLING(2),
  DISABLED(3),
  TRAINING(4),
  LINK_UP(5);

  private final int code;

  PhysicalState(int code) {
    this.code = code;
  }

  /// PortInfo:PortPhysicalState.
  public int code() {
    return code;
  }

  /// Returns the state that a Set of PortPhysicalState or LinkDownDefaultState specifies.
  ///
  /// @param commanded 1 Sleep, 2 Polling, 3 Disabled
  public static PhysicalState of(int commanded) {
    return switch (commanded) {
      case 1 -> SLEEP;
      case 2 -> POLLING;
      case 3 -> DISABLED;
      default -> throw new IllegalArgumentException("no state to command: " + commanded);
    };
  }
}
