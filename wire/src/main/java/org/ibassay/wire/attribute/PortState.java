package org.ibassay.wire.attribute;

/// Values of [PortInfo#PORT_STATE] (7.2.7, 14.2.5.6).
public final class PortState {
  /// In a Set: leave the state unchanged.
  public static final int NO_CHANGE = 0;

  public static final int DOWN = 1;
  public static final int INITIALIZE = 2;
  public static final int ARMED = 3;
  public static final int ACTIVE = 4;

  private PortState() {}

  /// Returns the state's name; for an unknown one, its number.
  public static String name(int state) {
    return switch (state) {
      case NO_CHANGE -> "no change";
      case DOWN -> "Down";
      case INITIALIZE -> "Initialize";
      case ARMED -> "Armed";
      case ACTIVE -> "Active";
      default -> "state " + state;
    };
  }
}
