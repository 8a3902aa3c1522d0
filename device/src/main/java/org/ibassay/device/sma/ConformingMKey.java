package org.ibassay.device.sma;

import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Method;

/// The M_Key rules of the specification.
final class ConformingMKey implements MKeyRules {
  private static final long SECOND = 1_000_000_000L;

  /// C14-15: an M_Key of 0 means that there is no M_Key, so every request matches.
  @Override
  public boolean matches(Transaction t, Port guard, long key) {
    long held = guard.value(PortInfo.M_KEY);
    return held == 0 || held == key;
  }

  /// 14.2.4.2: at levels 0 and 1 a Get needs no key; Set and TrapRepress need it at every level.
  @Override
  public boolean needsKey(Transaction t, int protectBits) {
    return t.method() != Method.GET || protectBits >= 2;
  }

  /// 14.2.5.6: counts to 0xFFFF and stops there until it is set to 0.
  @Override
  public void countViolation(Transaction t, Port guard) {
    guard.count(PortInfo.M_KEY_VIOLATIONS);
  }

  /// 14.2.4.2: a request that fails the check is dropped. TrapRepress has no response (13.4.5).
  @Override
  public Outcome outcome(Transaction t, boolean admitted) {
    return admitted && t.method() != Method.TRAP_REPRESS ? Outcome.ANSWERED : Outcome.SILENCE;
  }

  /// C14-21: a period of 0 is infinite.
  @Override
  public long leaseNanos(int seconds) {
    return seconds == 0 ? NEVER : seconds * SECOND;
  }

  /// C14-17: a failed check starts the timer; a running timer continues.
  @Override
  public long endAfterRefusal(Transaction t, long end, long whole) {
    return end == NEVER ? whole : end;
  }

  /// C14-19: a successful check stops the timer, whatever the request; the next lease has the whole
  /// period again.
  @Override
  public long endAfterRightKey(Transaction t, long end) {
    return NEVER;
  }

  /// C14-20: the M_Key is unchanged, but the protect bits are cleared.
  @Override
  public void endLease(Port guard) {
    guard.put(PortInfo.M_KEY_PROTECT_BITS, 0);
  }

  /// 14.2.4.2: shown to all at level 0, otherwise to requests with the M_Key.
  @Override
  public boolean showsKey(int protectBits, boolean matched) {
    return protectBits == 0 || matched;
  }
}
