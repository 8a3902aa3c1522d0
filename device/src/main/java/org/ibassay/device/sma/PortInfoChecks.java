package org.ibassay.device.sma;

import org.ibassay.wire.Field;

/// Which values a Set(PortInfo) may bring: the seam of 14.2.5.6.
@FunctionalInterface
public interface PortInfoChecks {
  /// Decides how the value of a field is handled.
  enum Ruling {
    /// The value is stored.
    STORE,
    /// The value means "no change" here, or nothing, and is not stored.
    SKIP,
    /// The whole Set is rejected with code 7.
    REFUSE,
    /// The Set is refused, but the value is taken all the same. No conforming device does this.
    STORE_AND_REFUSE
  }

  /// Rules on one field of a Set.
  ///
  /// @param port whose PortInfo is to change
  /// @param field one that may be set at this port
  /// @param value what the Set brings
  Ruling rule(Transaction t, Port port, Field field, long value);
}
