package org.ibassay.device.sma;

/// How the M_Key protects a port: the seam of 14.2.4.
public interface MKeyRules {
  /// An infinite lease, and the end of a lease whose timer is not running.
  long NEVER = Long.MAX_VALUE;

  /// How a Get, Set or TrapRepress is handled after its M_Key check.
  enum Outcome {
    /// It is executed and answered.
    ANSWERED,
    /// It is executed, without a response.
    EXECUTED,
    /// It is not executed; its response has an error code.
    ANSWERED_WITH_ERROR,
    /// It is not executed, and there is no response.
    SILENCE
  }

  /// Whether a request has the correct M_Key.
  ///
  /// @param guard its PortInfo has the correct key
  /// @param key the request's key
  boolean matches(Transaction t, Port guard, long key);

  /// Whether a request with a wrong M_Key fails the check.
  ///
  /// @param protectBits PortInfo:M_KeyProtectBits
  boolean needsKey(Transaction t, int protectBits);

  /// Called when a check has failed.
  void countViolation(Transaction t, Port guard);

  /// Decides how a request is handled.
  ///
  /// @param admitted whether its M_Key is correct or not needed
  Outcome outcome(Transaction t, boolean admitted);

  /// The duration of the lease from the first failed check on.
  ///
  /// @param seconds PortInfo:M_KeyLeasePeriod
  /// @return in nanoseconds, or [#NEVER]
  long leaseNanos(int seconds);

  /// The end of the lease after a failed check.
  ///
  /// @param end the previous end, or [#NEVER] if the timer was not running
  /// @param whole the end of a lease that starts now
  long endAfterRefusal(Transaction t, long end, long whole);

  /// The end of the lease after a request with the correct M_Key.
  ///
  /// @param end the previous end, or [#NEVER] if the timer was not running
  long endAfterRightKey(Transaction t, long end);

  /// Called when the lease has expired.
  void endLease(Port guard);

  /// Whether GetResp(PortInfo) shows the M_Key.
  ///
  /// @param matched whether the request has the correct M_Key
  boolean showsKey(int protectBits, boolean matched);

  /// A deviation from other rules: methods that it does not override are unchanged.
  class Overlay implements MKeyRules {
    private final MKeyRules rules;

    /// @param rules the rules that it deviates from
    public Overlay(MKeyRules rules) {
      this.rules = rules;
    }

    @Override
    public boolean matches(Transaction t, Port guard, long key) {
      return rules.matches(t, guard, key);
    }

    @Override
    public boolean needsKey(Transaction t, int protectBits) {
      return rules.needsKey(t, protectBits);
    }

    @Override
    public void countViolation(Transaction t, Port guard) {
      rules.countViolation(t, guard);
    }

    @Override
    public Outcome outcome(Transaction t, boolean admitted) {
      return rules.outcome(t, admitted);
    }

    @Override
    public long leaseNanos(int seconds) {
      return rules.leaseNanos(seconds);
    }

    @Override
    public long endAfterRefusal(Transaction t, long end, long whole) {
      return rules.endAfterRefusal(t, end, whole);
    }

    @Override
    public long endAfterRightKey(Transaction t, long end) {
      return rules.endAfterRightKey(t, end);
    }

    @Override
    public void endLease(Port guard) {
      rules.endLease(guard);
    }

    @Override
    public boolean showsKey(int protectBits, boolean matched) {
      return rules.showsKey(protectBits, matched);
    }
  }
}
