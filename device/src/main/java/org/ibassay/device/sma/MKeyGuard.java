package org.ibassay.device.sma;

import org.ibassay.wire.attribute.PortInfo;

/// The M_Key check of one port and its lease (14.2.4). A switch has one guard, at port 0, for all
/// its ports; each port of a channel adapter or router has its own.
final class MKeyGuard {
  private static final long STOPPED = Long.MAX_VALUE;

  private final Port port;
  private final MKeyRules rules;
  private long leaseEnd = STOPPED;

  /// @param port whose PortInfo holds key, protect bits and lease period
  MKeyGuard(Port port, MKeyRules rules) {
    this.port = port;
    this.rules = rules;
  }

  /// Whether a Get, Set or TrapRepress may be carried out. A lease that has run out ends before the
  /// check, as in Linux' `check_mkey` (qib, hfi1).
  boolean admits(Transaction t, long key) {
    if (t.now() >= leaseEnd) {
      leaseEnd = STOPPED;
      rules.endLease(port);
    }
    t.keyMatched(matches(key));
    if (t.keyMatched()) {
      if (rules.stopsLease(t.method())) {
        leaseEnd = STOPPED; // the next one has the whole period again
      }
      return true;
    }
    if (!rules.needsKey(t.method(), (int) port.value(PortInfo.M_KEY_PROTECT_BITS))) {
      return true;
    }
    rules.countViolation(port);
    startLease(t.now());
    return false;
  }

  /// Whether GetResp(PortInfo) shows this port's M_Key.
  ///
  /// @param matched whether the request's M_Key was this port's
  boolean showsKey(boolean matched) {
    return rules.showsKey((int) port.value(PortInfo.M_KEY_PROTECT_BITS), matched);
  }

  /// C14-15: an M_Key of 0 is no M_Key, every request matches.
  boolean matches(long key) {
    long held = port.value(PortInfo.M_KEY);
    return held == 0 || held == key;
  }

  /// C14-17: a failed check starts the timer; one that runs already goes on.
  private void startLease(long now) {
    if (leaseEnd == STOPPED) {
      long nanos = rules.leaseNanos((int) port.value(PortInfo.M_KEY_LEASE_PERIOD));
      leaseEnd = nanos == MKeyRules.NEVER ? STOPPED : now + nanos;
    }
  }
}
