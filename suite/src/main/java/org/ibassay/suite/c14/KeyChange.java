package org.ibassay.suite.c14;

import static org.ibassay.wire.attribute.Attribute.PORT_INFO;

import org.ibassay.suite.MadExchange;
import org.ibassay.suite.MadPacketSpec;
import org.ibassay.suite.TestException;
import org.ibassay.suite.c14.RefusedRequest.At;
import org.ibassay.wire.attribute.PortInfo;

/// The replacement of one M_Key by another, after which the previous one must not open the port.
///
/// @param portInfo PortInfo before the change
/// @param trials how often a rejected request that left no trace is sent at most
record KeyChange(MadExchange mads, MadPacketSpec portInfo, int trials) {
  private static final int GUARDED_GETS = 2;

  /// Verifies that requests with the previous key are rejected, also the first one after the
  /// change. A Get that needs no key must not show the present one.
  ///
  /// @param at steps of the first request, and of all others
  /// @param present the protection with the present key
  /// @param old the previous key
  void verify(At at, MKeyProtection present, long key, long old) throws TestException {
    MadPacketSpec set = present.setOf(portInfo).setData(PortInfo.M_KEY, key).mKey(old);
    mads.steps().step(at.send());
    mads.sendOnce(set, mads.toDut());
    mads.steps().step(at.silence());
    mads.verifySilence();
    String next = at.count();
    At others = new At(next, next, next);
    RefusedRequest refused = new RefusedRequest(mads, present, trials);
    refused.verify(others, set, mads.toDut(), 1);
    MadPacketSpec get = MadPacketSpec.subnGet(PORT_INFO).mKey(old);
    if (portInfo.data(PortInfo.M_KEY_PROTECT_BITS) >= GUARDED_GETS) {
      refused.verify(others, get, mads.toDut(), 1);
      return;
    }
    mads.steps().step(next);
    mads.send(get);
    MadPacketSpec read = mads.receiveOk();
    mads.steps()
        .checks()
        .verify(
            read.frame(),
            read.data(PortInfo.M_KEY) != key,
            () -> "an M_Key other than that of the DUT",
            () -> "the M_Key of the DUT");
  }
}
