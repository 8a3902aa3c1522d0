package org.ibassay.suite.c09;

import org.ibassay.link.upper.Ability;
import org.ibassay.link.upper.DeviceAttributes.Atomics;
import org.ibassay.suite.TestException;
import org.ibassay.suite.TransportDut;

/// The kinds of requests of a reliable connection.
enum RequestKind {
  SEND,
  WRITE,
  READ,
  CMPSWAP,
  FETCHADD;

  boolean isAtomic() {
    return this == CMPSWAP || this == FETCHADD;
  }

  /// Returns whether a later response may acknowledge it.
  boolean mayBeCoalesced() {
    return this == SEND || this == WRITE;
  }

  /// Returns whether the DUT supports it.
  boolean isServedBy(TransportDut dut) throws TestException {
    return switch (this) {
      case SEND -> dut.can(Ability.SENDS);
      case WRITE -> dut.can(Ability.WRITES);
      case READ -> dut.can(Ability.READS);
      case CMPSWAP, FETCHADD -> dut.attributes().atomics() != Atomics.NONE;
    };
  }
}
