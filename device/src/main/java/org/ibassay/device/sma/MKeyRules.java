package org.ibassay.device.sma;

/// How the M_Key guards a port: the seam of 14.2.4.
public interface MKeyRules {
  /// A lease that never ends, and the end of a lease timer that does not run.
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

  /// Whether a request's M_Key is the right one.
  ///
  /// @param guard whose PortInfo has the right one
  /// @param key the request's
  boolean matches(Transaction t, Port guard, long key);

  /// Whether a request is refused when its M_Key is wrong.
  ///
  /// @param protectBits PortInfo:M_KeyProtectBits
  boolean needsKey(Transaction t, int protectBits);

  /// A request was refused.
  void countViolation(Transaction t, Port guard);

  /// Decides how a request is handled.
  ///
  /// @param admitted whether its M_Key was right, or it needs none
  Outcome outcome(Transaction t, boolean admitted);

  /// How long the lease timer runs, from the first refusal on.
  ///
  /// @param seconds PortInfo:M_KeyLeasePeriod
  /// @return in nanoseconds, or [#NEVER]
  long leaseNanos(int seconds);

  /// When the lease ends, after a request was refused.
  ///
  /// @param end when it would have ended, or [#NEVER] when the timer did not run
  /// @param whole when a lease ends that starts now
  long endAfterRefusal(Transaction t, long end, long whole);

  /// When the lease ends, after a request with the right M_Key.
  ///
  /// @param end when it would have ended, or [#NEVER] when the timer did not run
  long endAfterRightKey(Transaction t, long end);

  /// The lease has ended.
  void endLease(Port guard);

  /// Whether GetResp(PortInfo) shows the M_Key.
  ///
  /// @param matched whether the request's M_Key was the right one
  boolean showsKey(int protectBits, boolean matched);

  /// A deviation over other rules: what it does not override holds as before.
  class Overlay implements MKeyRules {
    private final MKeyRules rules;

    /// @param rules what holds but for what is overridden
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
