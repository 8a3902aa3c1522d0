package org.ibassay.device.sma;

import org.ibassay.wire.attribute.PortInfo;
import org.ibassay.wire.mad.Method;

/// The M_Key rules as the specification has them.
final class ConformingMKey implements MKeyRules {
  private static final long SECOND = 1_000_000_000L;

  /// 14.2.4.2: at levels 0 and 1 anyone may Get; Set and TrapRepress need the key at every level.
  @Override
  public boolean needsKey(int method, int protectBits) {
    return method != Method.GET || protectBits >= 2;
  }

  /// 14.2.5.6: counts up to 0xFFFF and stays there until it is set to 0.
  @Override
  public void countViolation(Port guard) {
    guard.count(PortInfo.M_KEY_VIOLATIONS);
  }

  /// C14-21: a period of 0 never ends.
  @Override
  public long leaseNanos(int seconds) {
    return seconds == 0 ? NEVER : seconds * SECOND;
  }

  /// C14-19: whatever it asks for.
  @Override
  public boolean stopsLease(int method) {
    return true;
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
