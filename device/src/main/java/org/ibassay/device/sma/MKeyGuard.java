package org.ibassay.device.sma;

import org.ibassay.wire.attribute.PortInfo;

/// The M_Key check of one port and its lease (14.2.4). A switch has one guard, at port 0, for all
/// its ports; each port of a channel adapter or router has its own.
final class MKeyGuard {
  private final Port port;
  private final MKeyRules rules;
  private long leaseEnd = MKeyRules.NEVER;

  /// @param port whose PortInfo holds key, protect bits and lease period
  MKeyGuard(Port port, MKeyRules rules) {
    this.port = port;
    this.rules = rules;
  }

  /// Decides how a Get, Set or TrapRepress is handled. An expired lease ends before the check, as
  /// in Linux' `check_mkey` (qib, hfi1).
  MKeyRules.Outcome check(Transaction t, long key) {
    if (t.now() >= leaseEnd) {
      leaseEnd = MKeyRules.NEVER;
      rules.endLease(port);
    }
    t.keyMatched(matches(t, key));
    boolean refused =
        !t.keyMatched() && rules.needsKey(t, (int) port.value(PortInfo.M_KEY_PROTECT_BITS));
    t.refused(refused);
    if (t.keyMatched()) {
      leaseEnd = rules.endAfterRightKey(t, leaseEnd);
    } else if (refused) {
      rules.countViolation(t, port);
      leaseEnd = rules.endAfterRefusal(t, leaseEnd, wholeLease(t.now()));
    }
    return rules.outcome(t, !refused);
  }

  /// Whether GetResp(PortInfo) shows this port's M_Key.
  ///
  /// @param matched whether the request's M_Key was this port's
  boolean showsKey(boolean matched) {
    return rules.showsKey((int) port.value(PortInfo.M_KEY_PROTECT_BITS), matched);
  }

  boolean matches(Transaction t, long key) {
    return rules.matches(t, port, key);
  }

  /// When a lease that starts now ends.
  private long wholeLease(long now) {
    long nanos = rules.leaseNanos((int) port.value(PortInfo.M_KEY_LEASE_PERIOD));
    return nanos == MKeyRules.NEVER ? nanos : now + nanos;
  }
}
