package org.ibassay.device.sma;

import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Method;

/// The M_Key rules as the specification has them.
final class ConformingMKey implements MKeyRules {
  private static final long SECOND = 1_000_000_000L;

  /// C14-15: an M_Key of 0 is no M_Key, every request matches.
  @Override
  public boolean matches(Transaction t, Port guard, long key) {
    long held = guard.value(PortInfo.M_KEY);
    return held == 0 || held == key;
  }

  /// 14.2.4.2: at levels 0 and 1 anyone may Get; Set and TrapRepress need the key at every level.
  @Override
  public boolean needsKey(Transaction t, int protectBits) {
    return t.method() != Method.GET || protectBits >= 2;
  }

  /// 14.2.5.6: counts up to 0xFFFF and stays there until it is set to 0.
  @Override
  public void countViolation(Transaction t, Port guard) {
    guard.count(PortInfo.M_KEY_VIOLATIONS);
  }

  /// 14.2.4.2: what is refused is dropped. TrapRepress has no response (13.4.5).
  @Override
  public Outcome outcome(Transaction t, boolean admitted) {
    return admitted && t.method() != Method.TRAP_REPRESS ? Outcome.ANSWERED : Outcome.SILENCE;
  }

  /// C14-21: a period of 0 never ends.
  @Override
  public long leaseNanos(int seconds) {
    return seconds == 0 ? NEVER : seconds * SECOND;
  }

  /// C14-17: a refusal starts the timer; one that runs already goes on.
  @Override
  public long endAfterRefusal(Transaction t, long end, long whole) {
    return end == NEVER ? whole : end;
  }

  /// C14-19: whatever it asks for, the timer stops; the next lease has the whole period again.
  @Override
  public long endAfterRightKey(Transaction t, long end) {
    return NEVER;
  }

  /// C14-20: the M_Key stays, but from now on anyone may read it.
  @Override
  public void endLease(Port guard) {
    guard.put(PortInfo.M_KEY_PROTECT_BITS, 0);
  }

  /// 14.2.4.2: at level 0 to all, else to who knows it.
  @Override
  public boolean showsKey(int protectBits, boolean matched) {
    return protectBits == 0 || matched;
  }
}
