package org.ibassay.device.sma;

import org.ibassay.wire.attribute.PortInfo;

/// The M_Key check of a port and its lease (14.2.4). A switch has one guard for all its ports, at
/// port 0; each port of a channel adapter or router has its own.
final class MKeyGuard {
  private final Port port;
  private final MKeyRules rules;
  private long leaseEnd = MKeyRules.NEVER;

  /// @param port its PortInfo has the key, protect bits and lease period
  MKeyGuard(Port port, MKeyRules rules) {
    this.port = port;
    this.rules = rules;
  }

  /// Decides how a Get, Set or TrapRepress is handled. A lease that has expired ends before the
  /// check, as in Linux's `check_mkey` (qib, hfi1).
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
  /// @param matched whether the request has this port's M_Key
  boolean showsKey(boolean matched) {
    return rules.showsKey((int) port.value(PortInfo.M_KEY_PROTECT_BITS), matched);
  }

  boolean matches(Transaction t, long key) {
    return rules.matches(t, port, key);
  }

  /// The end of a lease that starts now.
  private long wholeLease(long now) {
    long nanos = rules.leaseNanos((int) port.value(PortInfo.M_KEY_LEASE_PERIOD));
    return nanos == MKeyRules.NEVER ? nanos : now + nanos;
  }
}
