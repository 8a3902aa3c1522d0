package org.ibassay.device.fabric;

/// The state of a port's physical link, numbered as PortInfo:PortPhysicalState numbers it
/// (14.2.5.6). LinkErrorRecovery does not occur: simulated cables make no errors.
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

  /// As PortInfo:PortPhysicalState shows it.
  public int code() {
    return code;
  }

  /// The state that a Set of PortPhysicalState or LinkDownDefaultState names.
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
