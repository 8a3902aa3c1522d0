package org.ibassay.device.sm;

/// States of a subnet manager, in the order of SMInfo:SMState (14.4.1).
public enum SmState {
  NOT_ACTIVE,
  DISCOVERING,
  STANDBY,
  MASTER
}
