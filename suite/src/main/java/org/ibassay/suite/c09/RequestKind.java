package org.ibassay.suite.c09;

import org.ibassay.link.upper.DeviceAttributes;
import org.ibassay.link.upper.DeviceAttributes.Atomics;

/// What a requester can ask for.
enum RequestKind {
  SEND,
  WRITE,
  READ,
  CMPSWAP,
  FETCHADD;

  boolean isAtomic() {
    return this == CMPSWAP || this == FETCHADD;
  }

  /// Whether its response may be left to a later one.
  boolean mayBeCoalesced() {
    return this == SEND || this == WRITE;
  }

  /// Whether the DUT has it.
  boolean isServedBy(DeviceAttributes dut) {
    return !isAtomic() || dut.atomics() != Atomics.NONE;
  }
}
