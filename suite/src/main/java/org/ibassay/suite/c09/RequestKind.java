package org.ibassay.suite.c09;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportDut;

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
  boolean isServedBy(TransportDut dut) throws TestException {
    return switch (this) {
      case SEND -> dut.can(Ability.SENDS);
      case WRITE -> dut.can(Ability.WRITES);
      case READ -> dut.can(Ability.READS);
      case CMPSWAP, FETCHADD -> dut.attributes().atomics() != Atomics.NONE;
    };
  }
}
