package org.ibassay.device.sma;

/// How the M_Key guards a port: the seam of 14.2.4.
public interface MKeyRules {
  /// A lease that never ends.
  long NEVER = Long.MAX_VALUE;

  /// Whether a request is refused when its M_Key is wrong.
  ///
  /// @param protectBits PortInfo:M_KeyProtectBits
  boolean needsKey(int method, int protectBits);

  /// A request was refused.
  void countViolation(Port guard);

  /// How long the lease timer runs, from the first refusal on.
  ///
  /// @param seconds PortInfo:M_KeyLeasePeriod
  /// @return in nanoseconds, or [#NEVER]
  long leaseNanos(int seconds);

  /// Whether a request with the right M_Key stops the timer.
  boolean stopsLease(int method);

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
    public boolean needsKey(int method, int protectBits) {
      return rules.needsKey(method, protectBits);
    }

    @Override
    public void countViolation(Port guard) {
      rules.countViolation(guard);
    }

    @Override
    public long leaseNanos(int seconds) {
      return rules.leaseNanos(seconds);
    }

    @Override
    public boolean stopsLease(int method) {
      return rules.stopsLease(method);
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
