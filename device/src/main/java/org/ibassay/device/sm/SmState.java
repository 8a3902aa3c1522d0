package org.ibassay.device.sm;

import java.util.Arrays;
import java.util.Optional;

/// States of a subnet manager (14.4.1).
public enum SmState {
  NOT_ACTIVE(0),
  DISCOVERING(1),
  STANDBY(2),
  MASTER(3);

  private final int number;

  SmState(int number) {
    this.number = number;
  }

  /// SMInfo:SMState.
  public int number() {
    return number;
  }

  static Optional<SmState> of(long number) {
    return Arrays.stream(values()).filter(state -> state.number == number).findFirst();
  }
}
